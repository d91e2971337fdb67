/** What the audit page's address says, and the search that it means. Pure. */
import type { Inputs } from '../api/trpc.ts';
import { text, type UrlState, urlSchema } from '../url/use-url-state.ts';
import { actionsOf } from './actions.ts';

/** A day as a date field writes it, in the zone of the account. */
const day = () => text(10, /^\d{4}-\d{2}-\d{2}$/);

export const AUDIT_SCHEMA = urlSchema({
  action: text(400),
  actor: text(300),
  resource: text(400),
  from: day(),
  to: day(),
  text: text(200),
});

export type AuditState = UrlState<typeof AUDIT_SCHEMA>;
export type AuditFilter = Pick<
  Inputs['audit']['search'],
  'actions' | 'actor' | 'resource' | 'from' | 'to' | 'text'
>;

/** The first moment of a day, or of the one after it; null for a day that no calendar has. */
function startOf(date: string, zone: 'local' | 'utc', plusDays: number): string | null {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  const parts = [year, month - 1, dayOfMonth + plusDays] as const;
  const moment = zone === 'utc' ? new Date(Date.UTC(...parts)) : new Date(...parts);
  return date === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The search's filter; both days count in full. */
export function filterOf(state: AuditState, zone: 'local' | 'utc'): AuditFilter {
  return {
    actions: actionsOf(state.action),
    actor: state.actor === '' ? null : state.actor,
    resource: state.resource === '' ? null : state.resource,
    from: startOf(state.from, zone, 0),
    to: startOf(state.to, zone, 1),
    text: state.text === '' ? null : state.text,
  };
}

/** Where exactly the entries that `filter` means are downloaded. */
export function exportHref(filter: AuditFilter, format: 'csv' | 'ndjson'): string {
  return `/api/audit-export?format=${format}&filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

/** Whether anything is filtered. */
export function isFiltered(state: AuditState): boolean {
  return Object.values(state).some((value) => value !== '');
}

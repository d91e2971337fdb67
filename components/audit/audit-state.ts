/** What the audit page's address says, and the search that it means. Pure. */
import type { Inputs } from '../api/trpc.ts';
import { text, type UrlState } from '../url/use-url-state.ts';
import { actionsOf } from './actions.ts';

/** A minute as a field writes it, or a whole day, in the zone of the account. */
const minute = () => text(16, /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/);

export const AUDIT_SCHEMA = {
  action: text(400),
  actor: text(300),
  resource: text(400),
  skill: text(64),
  from: minute(),
  to: minute(),
  text: text(200),
};

export type AuditState = UrlState<typeof AUDIT_SCHEMA>;
export type AuditFilter = Pick<
  Inputs['audit']['search'],
  'actions' | 'actor' | 'resource' | 'skillId' | 'agentId' | 'from' | 'to' | 'text'
>;

/** As a field for a minute takes it: a whole day begins at its first minute and ends with its last. */
export function minuteOf(value: string, end: 'from' | 'to'): string {
  return value.length === 10 ? `${value}T${end === 'from' ? '00:00' : '23:59'}` : value;
}

/** The first moment of a minute, or of the one after it; null for one that no calendar has. */
function startOf(value: string, zone: 'local' | 'utc', plusMinutes: number): string | null {
  const [year = 0, month = 0, day = 0, hour = 0, minutes = 0] = value.split(/\D/).map(Number);
  const parts = [year, month - 1, day, hour, minutes + plusMinutes] as const;
  const moment = zone === 'utc' ? new Date(Date.UTC(...parts)) : new Date(...parts);
  return value === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The search's filter; both ends count in full. */
export function filterOf(state: AuditState, zone: 'local' | 'utc', agentId: string | null): AuditFilter {
  return {
    actions: actionsOf(state.action),
    actor: state.actor === '' ? null : state.actor,
    resource: state.resource === '' ? null : state.resource,
    skillId: state.skill === '' ? null : state.skill,
    agentId,
    from: startOf(minuteOf(state.from, 'from'), zone, 0),
    to: startOf(minuteOf(state.to, 'to'), zone, 1),
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

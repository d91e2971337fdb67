/** An entry of the audit log, and where what it is about can be looked at. Pure. */
import type { Outputs } from '../api/trpc.ts';

export type AuditEntry = Outputs['audit']['search']['items'][number];

const PAGES: Record<string, string> = {
  changeset: '/changesets',
  skill: '/skills',
  episode: '/episodes',
};
const LISTS: Record<string, string> = {
  apikey: '/settings/keys?revoked=show',
  job: '/settings/jobs',
  memory: '/memories',
};

/** The address of the page of a resource such as `skill:sk_1`; null where it has none. */
export function resourceHref(resource: string): string | null {
  const colon = resource.indexOf(':');
  const [type, id] = [resource.slice(0, colon), resource.slice(colon + 1)];
  const page = PAGES[type];
  return page === undefined ? (LISTS[type] ?? null) : `${page}/${encodeURIComponent(id)}`;
}

export type ActorKind = 'key' | 'system' | 'person';

/** What kind of actor did it: a key, the gateway by itself, or a person. */
export function actorKind(actor: string): ActorKind {
  if (actor.startsWith('key:')) return 'key';
  return actor.startsWith('system:') ? 'system' : 'person';
}

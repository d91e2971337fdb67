/** The audit log as an administrator reads it: searched by what things are called, and told by these names. */
import type { Principal } from '../../domain/principal.ts';
import { type Found, type SearchedPage, searchedPage } from '../../platform/db/search/look-back.ts';
import { momentOf } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { actorNames } from '../keys/index.ts';
import { type AuditFilter, type AuditSearchRow, auditSearchStore } from './search-store.ts';
import { auditNameStore, type ChangesetFacts } from './store.ts';

/** Read at once for an export: on SQLite others wait meanwhile. */
const EXPORT_PAGE = 250;
/** Most characters of a name, which may be a whole statement or task. */
const NAME = 300;

/** An entry with its time as text. */
export type AuditEntryView = Omit<AuditSearchRow, 'at'> & { at: string };

/** An entry with the names of what it tells of; null where there is none, or none any more. */
interface NamedEntry extends AuditEntryView {
  /** Of a key that did it. */
  actorName: string | null;
  /** What it is about: a key's or a skill's name, a memory's text, an episode's task. A changeset is called by its headline. */
  resourceName: string | null;
  /** Of a changeset. */
  changeset: ChangesetFacts | null;
}

const toView = ({ at, ...entry }: AuditSearchRow): AuditEntryView => ({ ...entry, at: at.toISOString() });

/** A page of the entries that fit, newest first. */
export async function readAudit(
  runtime: Runtime,
  { tenant }: Principal,
  { filter, cursor, limit }: { filter: AuditFilter; cursor: string | null; limit: number },
): Promise<SearchedPage<NamedEntry>> {
  const before = momentOf(cursor)?.id ?? null;
  const store = auditSearchStore(runtime.db.read, tenant);
  const found = await store.search({ where: filter, before, limit: limit + 1 });
  const page = searchedPage(found, limit, { show: toView, place: ({ at, id }) => ({ key: at, id }) });
  return { ...page, items: await named(runtime, tenant, page.items) };
}

/** Every entry that fits, newest first, in pages that are read when they are asked for. */
export async function* exportAudit(
  runtime: Runtime,
  { tenant }: Principal,
  filter: AuditFilter,
): AsyncGenerator<AuditEntryView[]> {
  const store = auditSearchStore(runtime.db.read, tenant);
  for (let before: string | null = null, more = true; more; more = before !== null) {
    const search = { where: filter, before, limit: EXPORT_PAGE };
    const { rows, reach }: Found<AuditSearchRow> = await store.search(search);
    if (rows.length > 0) yield rows.map(toView);
    before = (rows.length < EXPORT_PAGE ? reach?.id : rows.at(-1)?.id) ?? null;
  }
}

/** One query for each kind of thing that the entries are about. */
async function named(
  runtime: Runtime,
  tenant: string,
  entries: readonly AuditEntryView[],
): Promise<NamedEntry[]> {
  const store = auditNameStore(runtime.db.read, tenant);
  const idsOf = (kind: string) => {
    const own = entries.filter(({ resource }) => resource.startsWith(`${kind}:`));
    return [...new Set(own.map(({ resource }) => resource.slice(kind.length + 1)))];
  };
  const keys = idsOf('apikey').map((id) => `key:${id}`);
  const [actors, skills, memories, episodes, changesets] = await Promise.all([
    actorNames(runtime, tenant, [...entries.map(({ actor }) => actor), ...keys]),
    store.skillNames(idsOf('skill')),
    store.memoryTexts(idsOf('memory')),
    store.tasks(idsOf('episode')),
    store.changesets(idsOf('changeset')),
  ]);
  const names = new Map<string, string>([
    ...keys.map((key) => [`api${key}`, actors.get(key) ?? ''] as const),
    ...skills.map(([id, name]) => [`skill:${id}`, name] as const),
    ...memories.map(([id, text]) => [`memory:${id}`, text] as const),
    ...episodes.map(([id, task]) => [`episode:${id}`, task] as const),
  ]);
  return entries.map((entry) => ({
    ...entry,
    actorName: actors.get(entry.actor) ?? null,
    resourceName: names.get(entry.resource)?.slice(0, NAME) || null,
    changeset: changesets.get(entry.resource.slice('changeset:'.length)) ?? null,
  }));
}

/** The audit log as an administrator reads it. */

import type { AuditResource } from '../domain/admin/audit-action.ts';
import type { Principal } from '../domain/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import { momentOf, type Page, pageOf } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type AuditFilter, type AuditRecord, auditStore } from './store.ts';

/** Most entries about one thing that are shown with it. */
const TRAIL = 200;
const EXPORT_PAGE = 1000;
const ACTORS = 200;
/** Entries whose actors a filter offers: a log of a year has any number of them. */
const ACTORS_AMONG = 20_000;

/** An entry with its time as text. */
export type AuditView = Omit<AuditRecord, 'at'> & { at: string };

const toView = ({ at, ...entry }: AuditRecord): AuditView => ({ ...entry, at: at.toISOString() });

const EVERYTHING: AuditFilter = {
  ...{ actions: [], actor: null, resource: null, from: null, to: null, text: null },
};

/** The newest `limit` entries, newest first. */
export async function listAudit(runtime: Runtime, principal: Principal, limit: number): Promise<AuditView[]> {
  return (await searchAudit(runtime, principal, { filter: EVERYTHING, cursor: null, limit })).items;
}

/** A page of the entries that fit, newest first: by who, what, about what and when. */
export async function searchAudit(
  runtime: Runtime,
  { tenant }: Principal,
  { filter, cursor, limit }: { filter: AuditFilter; cursor: string | null; limit: number },
): Promise<Page<AuditView>> {
  const before = momentOf(cursor);
  const rows = await auditStore(runtime.db.read, tenant).search({ where: filter, before, limit: limit + 1 });
  return pageOf(rows, limit, { show: toView, place: ({ at, id }) => ({ key: at, id }) });
}

/** Every entry that fits, newest first, read page by page. */
export async function* exportAudit(
  runtime: Runtime,
  { tenant }: Principal,
  filter: AuditFilter,
): AsyncGenerator<AuditView> {
  const store = auditStore(runtime.db.read, tenant);
  let before: { at: Date; id: string } | null = null;
  for (;;) {
    const rows: AuditRecord[] = await store.search({ where: filter, before, limit: EXPORT_PAGE });
    yield* rows.map(toView);
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_PAGE) return;
    before = { at: last.at, id: last.id };
  }
}

/** Who appears in the newest part of the log, for a filter to choose from. */
export async function auditActors(runtime: Runtime, { tenant }: Principal): Promise<string[]> {
  return await auditStore(runtime.db.read, tenant).actors(ACTORS, ACTORS_AMONG);
}

/** What happened to one thing, oldest first. */
export async function auditTrail(tx: Tx, tenant: string, resource: AuditResource): Promise<AuditView[]> {
  return (await auditStore(tx, tenant).about(resource, TRAIL)).map(toView).reverse();
}

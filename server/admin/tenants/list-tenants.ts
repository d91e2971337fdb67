/** The tenants of this gateway with what each has stored, for its operator. */
import type { TenantDeletion, TenantView } from '../../domain/admin/tenant.ts';
import type { Page } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { REMOVED_TABLES, wholeTenantStore } from '../erasure/index.ts';
import { tenantsStore } from './store.ts';

/** Rows of a table that are counted for an estimate on SQLite, which answers in this process. */
const MOST_ROWS = 100_000;
const RECEIPTS = 200;

/** A page of tenants by name. Nothing of it reads runs, however many there are. */
export async function listTenants(
  runtime: Runtime,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<TenantView>> {
  const store = tenantsStore(runtime.db.read);
  const found = await store.after(cursor ?? '', limit + 1);
  const tenants = found.slice(0, limit);
  if (tenants.length === 0) return { items: [], nextCursor: null };
  const [counts, bytes, open] = await Promise.all([
    store.counts(tenants, runtime.clock()),
    bytesOf(runtime, tenants),
    store.deletions(false, RECEIPTS),
  ]);
  const deletions = new Map(open.map((deletion) => [deletion.tenant, deletion]));
  const items = counts.map((view) => ({
    ...view,
    bytes: bytes.get(view.tenant) ?? 0,
    deletion: deletions.get(view.tenant) ?? null,
  }));
  return { items, nextCursor: found.length > limit ? (tenants.at(-1) ?? null) : null };
}

async function bytesOf({ db }: Runtime, tenants: string[]): Promise<Map<string, number>> {
  if (db.dialect === 'postgresql') return await tenantsStore(db.read).measuredBytes(tenants);
  const sums = new Map<string, number>();
  for (const tenant of tenants) {
    const store = wholeTenantStore(db.read, tenant);
    for (const table of REMOVED_TABLES) {
      sums.set(tenant, (sums.get(tenant) ?? 0) + (await store.bytesOf(table, MOST_ROWS)));
      await nextTurn();
    }
  }
  return sums;
}

/** The receipts of deletions: those under way first, then the latest 200 that are finished. */
export async function listDeletions({ db }: Runtime): Promise<TenantDeletion[]> {
  const store = tenantsStore(db.read);
  return [...(await store.deletions(false, RECEIPTS)), ...(await store.deletions(true, RECEIPTS))];
}

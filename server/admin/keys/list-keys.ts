/** The keys of a tenant as an administrator sees them: everything but the key itself. */
import type { Principal, Scope } from '../../domain/principal.ts';
import { momentOf, type Page, pageOf } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { keyListStore, type ListedKey } from './list-store.ts';

/** A key; `lastUsedAt` is exact to the minute, null where it was never used. */
export interface KeyView {
  id: string;
  name: string;
  scopes: Scope[];
  createdBy: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** A page of keys, newest first; revoked ones only where they are asked for. */
export async function listKeys(
  runtime: Runtime,
  { tenant }: Principal,
  { revoked, cursor, limit }: { revoked: boolean; cursor: string | null; limit: number },
): Promise<Page<KeyView>> {
  const wanted = { revoked, before: momentOf(cursor), limit: limit + 1 };
  const rows = await keyListStore(runtime.db.read, tenant).page(wanted);
  return pageOf(rows, limit, {
    show: ({ createdAt, lastUsedAt, revokedAt, ...key }: ListedKey) => ({
      ...key,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
    }),
    place: ({ createdAt, id }) => ({ key: createdAt.toISOString(), id }),
  });
}

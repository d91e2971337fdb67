/** API keys at rest: only the SHA-256 hash of a key is stored, and a revoked key's row stays for the audit. */
import type { Scope } from '../../domain/principal.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

interface NewKey {
  id: string;
  name: string;
  scopes: Scope[];
  hash: string;
  createdBy: string;
  createdAt: Date;
}

/** What authentication needs to know of a key. */
export interface KnownKey {
  tenant: string;
  id: string;
  scopes: Scope[];
}

export function keyStore(tx: Tx, tenant: string) {
  const { apiKey } = tenantClient(tx, tenant);
  return {
    async add({ scopes, ...key }: NewKey): Promise<void> {
      await apiKey.create({ data: { ...key, scopes: toJson(scopes) } });
    },
    /** Marks a key as revoked; false where there is none, or none that is still valid. */
    async revoke(id: string, at: Date): Promise<boolean> {
      const { count } = await apiKey.updateMany({
        where: { id, revokedAt: null },
        data: { revokedAt: at },
      });
      return count > 0;
    },
    /** Moves the time of last use forward, never back: several processes report the same key. */
    async touch(id: string, at: Date): Promise<void> {
      await apiKey.updateMany({
        where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: at } }] },
        data: { lastUsedAt: at },
      });
    },
  };
}

/**
 * The valid key with this hash. The one query without a tenant: finding the tenant is what it is for. Not a
 * `findUnique`, which the client folds into one query for all callers of a tick: a flood would exceed the number of
 * parameters that SQLite allows and fail everybody's look-up.
 */
export async function lookUpKeyByHash(tx: Tx, hash: string): Promise<KnownKey | null> {
  const row = await clientOf(tx).apiKey.findFirst({
    where: { hash, revokedAt: null },
    select: { tenant: true, id: true, scopes: true },
  });
  return row === null ? null : { ...row, scopes: fromJson<Scope[]>(row.scopes) };
}

/** The query of the list of keys; a key's hash never leaves the table by it. */
export interface ListedKey {
  id: string;
  name: string;
  scopes: Scope[];
  createdBy: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

interface KeyPage {
  revoked: boolean;
  before: { at: Date; id: string } | null;
  limit: number;
}

export function keyListStore(tx: Tx, tenant: string) {
  const { apiKey } = tenantClient(tx, tenant);
  return {
    /** Newest first. */
    async page({ revoked, before, limit }: KeyPage): Promise<ListedKey[]> {
      const older =
        before === null
          ? {}
          : { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }] };
      const rows = await apiKey.findMany({
        where: { AND: [revoked ? {} : { revokedAt: null }, older] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        omit: { tenant: true, hash: true },
      });
      return rows.map((row) => ({ ...row, scopes: fromJson<Scope[]>(row.scopes) }));
    },
  };
}

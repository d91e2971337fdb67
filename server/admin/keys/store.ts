/** API keys at rest: only the SHA-256 hash of a key is stored, and a revoked key's row stays for the audit. */
import type { Scope } from '../../domain/principal.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { spellings } from '../../platform/db/search-text.ts';
import { type Prisma, type TenantWhere, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

type KeyRow = Omit<Prisma.ApiKeyGetPayload<object>, 'tenant' | 'scopes' | 'agents'> & {
  scopes: Scope[];
  agents: string[];
};

/** What authentication needs to know of a key. */
export interface KnownKey {
  tenant: string;
  id: string;
  scopes: Scope[];
  /** The agents that it is bound to; empty means all. */
  agents: string[];
  /** The first moment at which it is valid no more; null where it has no end. */
  expiresAt: Date | null;
}

const agentsOf = ({ agents }: { agents: string | null }) =>
  agents === null ? [] : fromJson<string[]>(agents);

export function keyStore(tx: Tx, tenant: string) {
  const { apiKey } = tenantClient(tx, tenant);
  return {
    async add({ scopes, agents, ...key }: Omit<KeyRow, 'lastUsedAt' | 'revokedAt'>): Promise<void> {
      await apiKey.create({ data: { ...key, scopes: toJson(scopes), agents: toJson(agents) } });
    },
    /** The scopes and agents of a key that is not revoked. */
    async valid(id: string): Promise<Pick<KeyRow, 'scopes' | 'agents'> | null> {
      const row = await apiKey.findFirst({ where: { id, revokedAt: null } });
      return row === null ? null : { scopes: fromJson(row.scopes), agents: agentsOf(row) };
    },
    /** Binds a key that is not revoked to other agents; false where there is none. */
    async bind(id: string, agents: readonly string[]): Promise<boolean> {
      const { count } = await apiKey.updateMany({
        where: { id, revokedAt: null },
        data: { agents: toJson(agents) },
      });
      return count > 0;
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
    select: { tenant: true, id: true, scopes: true, agents: true, expiresAt: true },
  });
  return row === null ? null : { ...row, scopes: fromJson(row.scopes), agents: agentsOf(row) };
}

/** A key as lists show it; its hash never leaves the table by them. */
export type ListedKey = Omit<KeyRow, 'hash'>;

interface KeyPage {
  revoked: boolean;
  text: string | null;
  /** The last key of the page before. */
  after: ListedKey | null;
  limit: number;
}

export function keyListStore(tx: Tx, tenant: string) {
  const { apiKey } = tenantClient(tx, tenant);
  const omit = { tenant: true, hash: true } as const;
  return {
    /** A page of keys, the newest first. */
    async page({ revoked, text, after, limit }: KeyPage): Promise<ListedKey[]> {
      const named = text === null ? {} : { OR: namedLike(text) };
      const older =
        after === null
          ? {}
          : {
              OR: [
                { createdAt: { lt: after.createdAt } },
                { createdAt: after.createdAt, id: { lt: after.id } },
              ],
            };
      const rows = await apiKey.findMany({
        where: { AND: [revoked ? {} : { revokedAt: null }, named, older] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        omit,
      });
      return rows.map(toListed);
    },
    async find(id: string): Promise<ListedKey | null> {
      const row = await apiKey.findFirst({ where: { id }, omit });
      return row === null ? null : toListed(row);
    },
    /** The names of those of the keys `ids` that there are, revoked ones too. */
    async names(ids: readonly string[]): Promise<Map<string, string>> {
      const rows = await apiKey.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, name: true },
      });
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}

function toListed({
  scopes,
  agents,
  ...row
}: Omit<ListedKey, 'scopes' | 'agents'> & { scopes: string; agents: string | null }): ListedKey {
  return { ...row, scopes: fromJson(scopes), agents: agentsOf({ agents }) };
}

function namedLike(text: string): TenantWhere<'apiKey'>[] {
  return [{ id: text }, ...spellings(text).map((word) => ({ name: { contains: word } }))];
}

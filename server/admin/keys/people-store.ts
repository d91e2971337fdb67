/** Who reviews in a tenant: holders of keys, and those who signed in through the identity provider. */
import type { Person } from '../../domain/admin/person.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** Most of either kind that are offered. */
const MOST = 500;

interface SignedIn extends Person {
  /** With the scope to review. */
  reviews: boolean;
  at: Date;
}

export function peopleStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { apiKey, person } = client;
  return {
    /** Notes a sign-in. Two at once leave one row. */
    async note({ actor, name, reviews, at }: SignedIn): Promise<void> {
      await client.$executeRaw`
        INSERT INTO person (tenant, actor, name, reviews, signed_in_at)
        VALUES (${tenant}, ${actor}, ${name}, ${reviews}, ${at})
        ON CONFLICT (tenant, actor) DO UPDATE
          SET name = excluded.name, reviews = excluded.reviews, signed_in_at = excluded.signed_in_at`;
    },
    /** The keys that may review at `now`, by name. */
    async keys(now: Date): Promise<{ id: string; name: string }[]> {
      return await apiKey.findMany({
        where: {
          revokedAt: null,
          scopes: { contains: '"review"' },
          OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
        },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        take: MOST,
        select: { id: true, name: true },
      });
    },
    /** Who could review when they signed in last, not before `since`; the latest first. */
    async signedIn(since: Date): Promise<Person[]> {
      return await person.findMany({
        where: { reviews: true, signedInAt: { gte: since } },
        orderBy: { signedInAt: 'desc' },
        take: MOST,
        select: { actor: true, name: true },
      });
    },
    /** The names of those of `actors` who signed in. */
    async names(actors: readonly string[]): Promise<Map<string, string>> {
      const select = { actor: true, name: true };
      const rows = await person.findMany({ where: { actor: { in: [...actors] } }, select });
      return new Map(rows.map(({ actor, name }) => [actor, name]));
    },
  };
}

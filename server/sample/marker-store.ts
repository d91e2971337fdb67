/**
 * Whether the tenant `sample` holds the sample world: one value of the installation. It is what tells the world
 * from a real tenant of that name, whose rows nobody may touch.
 */
import { clientOf, type Tx } from '../platform/db/prisma.ts';

const KEY = 'sample-world';

/**
 * The world is being loaded by the process that has `claim`, until `until` (ms) at most, is there, or was removed: what is written before that `until` may be by who was still in it.
 */
export type Marker =
  | { readonly state: 'loading'; readonly claim: string; readonly until: number }
  | { readonly state: 'loaded' }
  | { readonly state: 'removed'; readonly until: number };

export function markerStore(tx: Tx) {
  const client = clientOf(tx);
  return {
    async read(): Promise<Marker | null> {
      const row = await client.serviceState.findFirst({ where: { key: KEY } });
      return row === null ? null : (JSON.parse(row.value) as Marker);
    },
    /** Puts `next` in the place of `before` (null: none, for both); false where it is another one by now. */
    async replace(before: Marker | null, next: Marker | null): Promise<boolean> {
      const value = JSON.stringify(next);
      if (before === null) {
        const added = await client.$executeRaw`
          INSERT INTO service_state (key, value) VALUES (${KEY}, ${value}) ON CONFLICT (key) DO NOTHING`;
        return added === 1;
      }
      const where = { key: KEY, value: JSON.stringify(before) };
      const { serviceState } = client;
      const { count } = await (next === null
        ? serviceState.deleteMany({ where })
        : serviceState.updateMany({ where, data: { value } }));
      return count === 1;
    },
  };
}

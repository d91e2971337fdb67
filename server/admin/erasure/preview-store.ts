/** Counts of a user's rows, each by an index on the user. */
import type { ErasureCounts } from '../../domain/admin/erasure-counts.ts';
import { clientOf, type Tx } from '../../platform/db/prisma.ts';

export function erasurePreviewStore(tx: Tx, tenant: string) {
  const client = clientOf(tx);
  return {
    async count(userId: string): Promise<ErasureCounts> {
      const where = { tenant, userId };
      const [memories, episodes, profiles, recalls, given] = await Promise.all([
        client.memory.count({ where }),
        client.episode.count({ where }),
        client.profile.count({ where }),
        client.recall.count({ where }),
        client.$queryRaw<{ n: unknown }[]>`
          SELECT COUNT(*) AS n FROM feedback f
          JOIN episode e ON e.tenant = f.tenant AND e.id = f.episode_id
          WHERE e.tenant = ${tenant} AND e.user_id = ${userId}`,
      ]);
      return { memories, episodes, feedback: Number(given[0]?.n ?? 0), profiles, recalls };
    },
  };
}

/** The few counts of a tenant's overview; running totals where a table grows without bound. */
import { clientOf, type Tx } from '../platform/db/prisma.ts';

export function overviewStore(tx: Tx, tenant: string) {
  const client = clientOf(tx);
  return {
    skills: () => client.skill.count({ where: { tenant, status: { in: ['active', 'stale'] } } }),
    memories: () => client.memory.count({ where: { tenant, status: 'active' } }),
    pendingMemories: () => client.memory.count({ where: { tenant, status: 'pending' } }),
    pendingChangesets: () => client.changeset.count({ where: { tenant, status: 'pending' } }),
    /** Episodes ever recorded, from the agents' running totals: purged ones count too. */
    async episodes(): Promise<number> {
      const { _sum } = await client.agentTotals.aggregate({ where: { tenant }, _sum: { episodes: true } });
      return _sum.episodes ?? 0;
    },
  };
}

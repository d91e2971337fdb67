/** The few counts of a first run and of the navigation, each by an index. */
import { clientOf, type Tx } from '../../platform/db/prisma.ts';

export function firstRunStore(tx: Tx, tenant: string) {
  const client = clientOf(tx);
  return {
    async badges() {
      const [pendingChangesets, runningCanaries, pendingMemories] = await Promise.all([
        client.changeset.count({ where: { tenant, status: 'pending' } }),
        client.experiment.count({ where: { tenant, status: 'running' } }),
        client.memory.count({ where: { tenant, status: 'pending' } }),
      ]);
      return { pendingChangesets, runningCanaries, pendingMemories };
    },
    keys: () => client.apiKey.count({ where: { tenant, revokedAt: null } }),
    firstEpisode: () =>
      client.episode.findFirst({
        where: { tenant },
        orderBy: { createdAt: 'asc' },
        select: { id: true, agentId: true, createdAt: true },
      }),
    hasRecall: async () =>
      (await client.recall.findFirst({ where: { tenant }, select: { id: true } })) !== null,
    hasChangeset: async () =>
      (await client.changeset.findFirst({ where: { tenant }, select: { id: true } })) !== null,
    /** Episodes ever recorded by the agent that recorded most. */
    async busiestAgent(): Promise<number> {
      const row = await client.agentTotals.findFirst({ where: { tenant }, orderBy: { episodes: 'desc' } });
      return row?.episodes ?? 0;
    },
    /** Episodes ever recorded, by agent. */
    async totals(limit: number): Promise<Map<string, number>> {
      const rows = await client.agentTotals.findMany({
        where: { tenant },
        orderBy: { episodes: 'desc' },
        take: limit,
        select: { agentId: true, episodes: true },
      });
      return new Map(rows.map(({ agentId, episodes }) => [agentId, episodes]));
    },
    /** Skills by agent. */
    async skillCounts(limit: number): Promise<Map<string, number>> {
      const rows = await client.skill.groupBy({
        by: ['agentId'],
        where: { tenant },
        _count: true,
        orderBy: { agentId: 'asc' },
        take: limit,
      });
      return new Map(rows.map(({ agentId, _count }) => [agentId, _count]));
    },
  };
}

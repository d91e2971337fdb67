/** The few counts of a first run and of the navigation, each by an index. */
import { COUNT_LIMIT } from '../../domain/admin/bounded-count.ts';
import type { ChangesetStatus } from '../../domain/skills/changesets/status.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

export function firstRunStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async badges() {
      const [pendingChangesets, runningCanaries, pendingMemories] = await Promise.all([
        client.changeset.count({ where: { status: 'pending' }, take: COUNT_LIMIT }),
        client.experiment.count({ where: { status: 'running' }, take: COUNT_LIMIT }),
        client.memory.count({ where: { status: 'pending' }, take: COUNT_LIMIT }),
      ]);
      return { pendingChangesets, runningCanaries, pendingMemories };
    },
    /** The newest changeset that was learned. */
    async lastLearned() {
      const row = await client.changeset.findFirst({
        where: { source: { in: ['reflection', 'evolution', 'curation'] } },
        orderBy: { createdAt: 'desc' },
        select: { id: true, agentId: true, status: true, createdAt: true },
      });
      return row === null
        ? null
        : { ...row, status: row.status as ChangesetStatus, createdAt: row.createdAt.toISOString() };
    },
    keys: () => client.apiKey.count({ where: { revokedAt: null } }),
    firstEpisode: () =>
      client.episode.findFirst({
        orderBy: { id: 'asc' },
        select: { id: true, agentId: true, task: true, createdAt: true },
      }),
    hasRecall: async () => (await client.recall.findFirst({ select: { id: true } })) !== null,
    hasChangeset: async () => (await client.changeset.findFirst({ select: { id: true } })) !== null,
    /** Episodes ever recorded by the agent that recorded most. */
    async busiestAgent(): Promise<number> {
      const row = await client.agentTotals.findFirst({ orderBy: { episodes: 'desc' } });
      return row?.episodes ?? 0;
    },
    /** Episodes ever recorded, by agent. */
    async totals(limit: number): Promise<Map<string, number>> {
      const rows = await client.agentTotals.findMany({
        orderBy: { episodes: 'desc' },
        take: limit,
        select: { agentId: true, episodes: true },
      });
      return new Map(rows.map(({ agentId, episodes }) => [agentId, episodes]));
    },
    async skillCounts(limit: number): Promise<Map<string, number>> {
      const rows = await client.skill.groupBy({
        by: ['agentId'],
        _count: true,
        orderBy: { agentId: 'asc' },
        take: limit,
      });
      return new Map(rows.map(({ agentId, _count }) => [agentId, _count]));
    },
  };
}

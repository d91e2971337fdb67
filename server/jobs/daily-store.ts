/** When each agent's daily jobs were last enqueued. Read by no tenant: a worker serves all of them. */
import { clientOf, Prisma, type Tx } from '../platform/db/prisma.ts';

/** An agent of a tenant; the shared namespace is one here. */
export interface KnownAgent {
  tenant: string;
  agentId: string;
}

interface AgentRow {
  tenant: string;
  agent_id: string;
}

const toAgent = ({ tenant, agent_id: agentId }: AgentRow): KnownAgent => ({ tenant, agentId });

export function dailyStore(tx: Tx) {
  const client = clientOf(tx);
  return {
    /** Agents that have recorded or know something and are not listed yet. */
    async unlisted(take: number): Promise<KnownAgent[]> {
      const rows = await client.$queryRaw<AgentRow[]>`
        SELECT tenant, agent_id FROM (
          SELECT tenant, agent_id FROM agent_totals UNION SELECT tenant, agent_id FROM knowledge_revision
        ) AS known
        WHERE NOT EXISTS (
          SELECT 1 FROM agent_upkeep AS listed
          WHERE listed.tenant = known.tenant AND listed.agent_id = known.agent_id
        ) LIMIT ${take}`;
      return rows.map(toAgent);
    },
    /** Lists agents as served at `at`; those that are listed already stay as they are. */
    async list(agents: KnownAgent[], at: Date): Promise<void> {
      const values = agents.map(({ tenant, agentId }) => Prisma.sql`(${tenant}, ${agentId}, ${at})`);
      await client.$executeRaw`
        INSERT INTO agent_upkeep (tenant, agent_id, last_at) VALUES ${Prisma.join(values)}
        ON CONFLICT (tenant, agent_id) DO NOTHING`;
    },
    /** Agents with runs that a failed reflection waits to look at again: its time has come, or the model answers again. */
    async waiting(now: Date, take: number): Promise<KnownAgent[]> {
      const rows = await client.$queryRaw<AgentRow[]>`
        SELECT DISTINCT tenant, agent_id FROM episode
        WHERE NOT reflected AND reflect_next_at IS NOT NULL AND (reflect_next_at <= ${now} OR NOT EXISTS (
          SELECT 1 FROM learning_fault AS fault WHERE fault.tenant = episode.tenant AND fault.kind = 'model'))
        LIMIT ${take}`;
      return rows.map(toAgent);
    },
    /** Agents that were last served at `until` or before. */
    async due(until: Date, take: number): Promise<KnownAgent[]> {
      return await client.agentUpkeep.findMany({
        where: { lastAt: { lte: until } },
        orderBy: { lastAt: 'asc' },
        select: { tenant: true, agentId: true },
        take,
      });
    },
    /** Marks agents as served at `at`; answers with those that were due still, each to one caller alone. */
    async serve(agents: KnownAgent[], { until, at }: { until: Date; at: Date }): Promise<KnownAgent[]> {
      const keys = agents.map(({ tenant, agentId }) => Prisma.sql`(${tenant}, ${agentId})`);
      const rows = await client.$queryRaw<AgentRow[]>`
        UPDATE agent_upkeep SET last_at = ${at}
        WHERE (tenant, agent_id) IN (VALUES ${Prisma.join(keys)}) AND last_at <= ${until}
        RETURNING tenant, agent_id`;
      return rows.map(toAgent);
    },
  };
}

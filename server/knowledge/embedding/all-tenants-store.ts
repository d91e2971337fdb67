/** What a worker asks of the vectors of all tenants, and no tenant reads. */
import { clientOf } from '../../platform/db/prisma.ts';
import { Prisma, type Tx } from '../../platform/db/tenant-client.ts';
import { LACKS } from './store.ts';

/** An agent of a tenant; the shared namespace is one here. */
export interface AgentPlace {
  tenant: string;
  agentId: string;
}

/** Vectors of other spaces whose text is served and has none in `space` yet. */
const outdatedBeside = (space: string) => Prisma.sql`e.model <> ${space} AND NOT EXISTS (
    SELECT 1 FROM embedding AS later WHERE later.tenant = e.tenant AND later.noun = e.noun
      AND later.owner_id = e.owner_id AND later.model = ${space})
  AND (
    (e.noun = 'skill' AND EXISTS (SELECT 1 FROM skill AS owner WHERE owner.tenant = e.tenant
      AND owner.id = e.owner_id AND owner.status IN ('active', 'stale')))
    OR (e.noun = 'memory' AND EXISTS (SELECT 1 FROM memory AS owner WHERE owner.tenant = e.tenant
      AND owner.id = e.owner_id AND owner.status = 'active')))`;

export function vectorsOfAllTenants(tx: Tx) {
  const client = clientOf(tx);
  return {
    /** At most `limit` agents that know a text without a vector in `space`, in order, from behind `after`. */
    async agents(space: string, { tenant, agentId }: AgentPlace, limit: number): Promise<AgentPlace[]> {
      const owned = Prisma.sql`owner.tenant = known.tenant AND owner.agent_id = known.agent_id`;
      return await client.$queryRaw<AgentPlace[]>`
        SELECT known.tenant, known.agent_id AS "agentId" FROM knowledge_revision AS known
        WHERE (known.tenant > ${tenant} OR (known.tenant = ${tenant} AND known.agent_id > ${agentId})) AND (
          EXISTS (SELECT 1 FROM skill AS owner WHERE ${owned} AND ${LACKS.skill(space)})
          OR EXISTS (SELECT 1 FROM memory AS owner WHERE ${owned} AND ${LACKS.memory(space)}))
        ORDER BY known.tenant, known.agent_id LIMIT ${limit}`;
    },
    /** The space that most texts without a vector in `space` have one in, and how many such texts there are; null for none. */
    async spaceBefore(space: string): Promise<{ name: string; texts: number } | null> {
      const [most] = await client.$queryRaw<{ name: string; texts: number | bigint }[]>`
        SELECT e.model AS name, COUNT(*) AS texts FROM embedding AS e WHERE ${outdatedBeside(space)}
        GROUP BY e.model ORDER BY COUNT(*) DESC, e.model LIMIT 1`;
      return most === undefined ? null : { name: most.name, texts: Number(most.texts) };
    },
    /** Removes at most `limit` vectors of other spaces whose text has had one in `space` since before `until`; how many. */
    async removeOutdated(space: string, { until, limit }: { until: Date; limit: number }): Promise<number> {
      return await client.$executeRaw`
        DELETE FROM embedding WHERE (tenant, noun, owner_id, model) IN (
          SELECT e.tenant, e.noun, e.owner_id, e.model FROM embedding AS e
          JOIN embedding AS later ON later.tenant = e.tenant AND later.noun = e.noun
            AND later.owner_id = e.owner_id AND later.model = ${space} AND later.created_at < ${until}
          WHERE e.model <> ${space} LIMIT ${limit})`;
    },
  };
}

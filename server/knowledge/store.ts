/** The revision of each agent's knowledge: two counters, one for skills and one for memories. */
import { clientOf, Prisma, type Tx } from '../platform/db/prisma.ts';

/** The counters of one agent; both 0 where nothing was ever stored. */
export interface Revision {
  skills: number;
  memories: number;
}

interface Row extends Revision {
  agent_id: string;
}

export function revisionStore(tx: Tx, tenant: string) {
  const client = clientOf(tx);
  return {
    /** Adds the given steps to an agent's counters, in one statement. */
    async bump(agentId: string, { skills, memories }: Revision): Promise<void> {
      await client.$executeRaw`
        INSERT INTO knowledge_revision (tenant, agent_id, skills, memories)
        VALUES (${tenant}, ${agentId}, ${skills}, ${memories})
        ON CONFLICT (tenant, agent_id) DO UPDATE SET
          skills = knowledge_revision.skills + excluded.skills,
          memories = knowledge_revision.memories + excluded.memories`;
    },
    /** The counters of several agents in one statement; agents without any are absent. */
    async read(agentIds: string[]): Promise<Map<string, Revision>> {
      const rows = await client.$queryRaw<Row[]>`
        SELECT agent_id, skills, memories FROM knowledge_revision
        WHERE tenant = ${tenant} AND agent_id IN (${Prisma.join(agentIds)})`;
      return new Map(
        rows.map((row) => [row.agent_id, { skills: Number(row.skills), memories: Number(row.memories) }]),
      );
    },
  };
}

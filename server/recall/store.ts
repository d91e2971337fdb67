/** The recalls' rows: what was asked and served, and what a recall reads before it may serve what it has in memory. */
import type { RecalledMemory, RecalledSkill } from '../domain/recall/recall.ts';
import { fromJson, toJson } from '../platform/db/json.ts';
import { clientOf, Prisma, type Tx } from '../platform/db/prisma.ts';

/** A recall as it is kept. `applied`: a skill was served, or would have been but for the holdout. */
export interface RecallRecord {
  id: string;
  agentId: string;
  userId: string | null;
  sessionId: string | null;
  query: string;
  holdout: boolean;
  applied: boolean;
  skills: RecalledSkill[];
  memories: RecalledMemory[];
  profile: string | null;
  createdAt: Date;
}

/** A recall's row, ready for its statement. */
export interface RecallRow {
  tenant: string;
  values: Prisma.Sql;
  /** Its size, roughly, in bytes. */
  bytes: number;
}

/** The row of a recall; made where the request is, so that writing a group is joining rows. */
export function recallRow(tenant: string, recall: RecallRecord): RecallRow {
  const { id, agentId, userId, sessionId, query, holdout, applied, profile, createdAt } = recall;
  const skills = toJson(recall.skills);
  const memories = toJson(recall.memories);
  const values = Prisma.sql`(${tenant}, ${id}, ${agentId}, ${userId}, ${sessionId}, ${query}, ${holdout}, ${applied},
    ${skills}, ${memories}, ${profile}, ${createdAt})`;
  return { tenant, values, bytes: 200 + 2 * (query.length + skills.length + memories.length) };
}

/**
 * Stores rows of any tenants in one statement: all of them or none. A row that is there already stays as it is, so that a
 * group whose answer was lost can be written again.
 */
export async function insertRecalls(tx: Tx, rows: readonly RecallRow[]): Promise<void> {
  await clientOf(tx).$executeRaw`
    INSERT INTO recall (tenant, id, agent_id, user_id, session_id, query, holdout, applied, skills, memories,
      profile, created_at)
    VALUES ${Prisma.join(rows.map(({ values }) => values))}
    ON CONFLICT (tenant, id) DO NOTHING`;
}

export function recallStore(tx: Tx, tenant: string) {
  const { recall } = clientOf(tx);
  return {
    async find(id: string): Promise<RecallRecord | null> {
      const row = await recall.findUnique({ where: { tenant_id: { tenant, id } } });
      if (row === null) return null;
      const { tenant: _, skills, memories, ...values } = row;
      return { ...values, skills: fromJson(skills), memories: fromJson(memories) };
    },
  };
}

/**
 * The recalls' rows: what was asked and served, and what a recall reads before it may serve what it has in
 * memory.
 */
import type { RecalledMemory, RecalledSkill } from '../../domain/runs/recall/recall.ts';
import type { MemoryText } from '../../domain/runs/recall/render-instructions.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import type { Revisions } from './load-knowledge.ts';

/** What of a skill that a recall considered is always kept. */
type KeptSkill = Pick<RecalledSkill, 'id' | 'name' | 'version' | 'score' | 'parts' | 'reason'>;

/**
 * A skill as it is kept: what is as with most is left out, because a row holds dozens and is written on the
 * hot path.
 */
export type StoredSkill = KeptSkill & Partial<RecalledSkill> & { holdback?: [number, number] };

const AS_MOST = { served: false, arm: null, arm_probability: null, experimentId: null, bullets: [] };

/** With its probability to be held back and the length of its text, which are kept as a pair. */
function toRecalled({ holdback, ...skill }: StoredSkill): RecalledSkill {
  const [probability, characters] = holdback ?? [null, null];
  return { ...AS_MOST, holdback_probability: probability, characters, ...skill };
}

/** A recall as it is kept. `applied`: a skill was served, or would have been but for the holdout. */
export interface RecallRecord {
  id: string;
  agentId: string;
  userId: string | null;
  sessionId: string | null;
  query: string;
  holdout: boolean;
  applied: boolean;
  skills: StoredSkill[];
  memories: RecalledMemory[];
  profile: string | null;
  createdAt: Date;
}

/** A recall's row, ready for its statement. */
export interface RecallRow {
  tenant: string;
  id: string;
  values: Prisma.Sql;
  /** Its size, roughly, in bytes. */
  bytes: number;
}

/**
 * The row of a recall; made where the request is, so that writing a group is joining rows. The user's card is
 * stored only if the memories are still at the revision it was taken from: of a user who was erased meanwhile
 * nothing may be written down again, not even until the record is corrected.
 */
export function recallRow(tenant: string, recall: RecallRecord, memoriesAt: number): RecallRow {
  const { id, agentId, userId, sessionId, query, holdout, applied, createdAt } = recall;
  const skills = toJson(recall.skills);
  const memories = toJson(recall.memories);
  const values = Prisma.sql`(${tenant}, ${id}, ${agentId}, ${userId}, ${sessionId}, ${query}, ${holdout}, ${applied},
    ${skills}, ${memories}, ${profileAt(tenant, recall, memoriesAt)}, ${createdAt})`;
  return { tenant, id, values, bytes: 200 + 2 * (query.length + skills.length + memories.length) };
}

/** Infinite is the revision of what was read for this very recall. */
function profileAt(tenant: string, { agentId, profile }: RecallRecord, memoriesAt: number): Prisma.Sql {
  if (profile === null || memoriesAt === Number.POSITIVE_INFINITY) return Prisma.sql`${profile}`;
  return Prisma.sql`CASE WHEN (SELECT memories FROM knowledge_revision
    WHERE tenant = ${tenant} AND agent_id = ${agentId}) = ${memoriesAt} THEN ${profile} END`;
}

interface InsertedRow {
  id: string;
  skills: number | null;
  memories: number | null;
  shared: number | null;
}

/**
 * Stores rows in one statement, all of them or none, and tells for each the revisions of the knowledge it
 * should rest on, as of that very statement; an agent without any has 0. A row that is there already stays as
 * it is and is not among the answers, so that a group whose answer was lost can be written again.
 */
export async function insertRecalls(tx: Tx, rows: readonly RecallRow[]): Promise<Map<string, Revisions>> {
  const inserted = await clientOf(tx).$queryRaw<InsertedRow[]>`
    INSERT INTO recall (tenant, id, agent_id, user_id, session_id, query, holdout, applied, skills, memories,
      profile, created_at)
    VALUES ${Prisma.join(rows.map(({ values }) => values))}
    ON CONFLICT (tenant, id) DO NOTHING
    RETURNING id,
      (SELECT skills FROM knowledge_revision AS own
        WHERE own.tenant = recall.tenant AND own.agent_id = recall.agent_id) AS skills,
      (SELECT memories FROM knowledge_revision AS own
        WHERE own.tenant = recall.tenant AND own.agent_id = recall.agent_id) AS memories,
      (SELECT skills FROM knowledge_revision AS common
        WHERE common.tenant = recall.tenant AND common.agent_id = '*') AS shared`;
  return new Map(
    inserted.map(({ id, skills, memories, shared }) => [
      id,
      { skills: Number(skills ?? 0), memories: Number(memories ?? 0), shared: Number(shared ?? 0) },
    ]),
  );
}

/** A recall as it is read. */
export interface RecallRead extends RecallRecord {
  skills: RecalledSkill[];
}

type Row = Prisma.RecallGetPayload<object>;

function toRead({ tenant: _, skills, memories, ...values }: Row): RecallRead {
  const stored = fromJson<StoredSkill[]>(skills);
  return {
    ...values,
    skills: stored.map(toRecalled),
    memories: fromJson(memories),
  };
}

/** Memories by id as they were served, whatever became of them since. */
export async function servedMemories(
  tx: Tx,
  tenant: string,
  ids: string[],
): Promise<Map<string, MemoryText>> {
  const select = { id: true, kind: true, content: true, validFrom: true };
  const rows = await tenantClient(tx, tenant).memory.findMany({ where: { id: { in: ids } }, select });
  return new Map(rows.map((row) => [row.id, { ...row, kind: row.kind as MemoryText['kind'] }]));
}

export function recallStore(tx: Tx, tenant: string) {
  const { recall, skill: skills } = tenantClient(tx, tenant);
  return {
    async find(id: string): Promise<RecallRead | null> {
      const row = await recall.findFirst({ where: { id } });
      return row === null ? null : toRead(row);
    },
    /** Those of the recalls that there are. */
    async findAll(ids: string[]): Promise<RecallRead[]> {
      return (await recall.findMany({ where: { id: { in: ids } } })).map(toRead);
    },
    /** Summed evidence of skills, by id. */
    async skillEvidence(ids: string[]): Promise<Map<string, number>> {
      const select = { id: true, evidence: true };
      const rows = await skills.findMany({ where: { id: { in: ids } }, select });
      return new Map(rows.map(({ id, evidence }) => [id, evidence]));
    },
    /** Replaces what a recall served, before its reply has gone out. */
    async correct({ id, applied, skills, memories, profile }: RecallRecord): Promise<void> {
      await recall.updateMany({
        where: { id },
        data: { applied, skills: toJson(skills), memories: toJson(memories), profile },
      });
    },
  };
}

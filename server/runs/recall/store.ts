/**
 * The recalls' rows: what was asked and served, and what a recall reads before it may serve what it has in
 * memory.
 */
import type { RecalledMemory, RecalledSkill } from '../../domain/runs/recall/recall.ts';
import type { MemoryText } from '../../domain/runs/recall/render-instructions.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import { idBelow } from '../../platform/db/partitions/ranges.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { inPieces, Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import type { Revisions } from './load-knowledge.ts';

/** What of a skill that a recall considered is always kept. */
type SkillEssentials = Pick<RecalledSkill, 'id' | 'name' | 'version' | 'score' | 'parts' | 'reason'>;

/**
 * A skill as it is kept: what is as with most is left out, because a row holds dozens and is written on the
 * hot path.
 */
export type StoredSkill = SkillEssentials & Partial<RecalledSkill> & { holdback?: readonly number[] };

const AS_MOST = {
  ...{ served: false, file: false, arm: null, arm_probability: null },
  ...{ experimentId: null, bullets: [], skipped: false, skipped_rules: [] },
};

/** `holdback` begins with the probability to be held back; earlier versions kept the length of the text behind it. */
export function toRecalled({ holdback, ...skill }: StoredSkill): RecalledSkill {
  return { ...AS_MOST, holdback_probability: holdback?.[0] ?? null, ...skill };
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

/** So many of its session's recalls one looks at. */
const SESSION_RECALLS = 10;

type ServedRow = Pick<RecallRecord, 'skills' | 'memories' | 'profile'>;

interface SessionFilter {
  agentId: string;
  sessionId: string;
  ids: string[] | null;
  since: Date;
}

/** An episode that names a recall and may be credited by it. */
export interface CreditClaim {
  recallId: string;
  episodeId: string;
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

export interface RecallRead extends RecallRecord {
  skills: RecalledSkill[];
  /** The episode that was credited by it. */
  creditedBy: string | null;
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
  const client = tenantClient(tx, tenant);
  const { recall } = client;
  return {
    async find(id: string): Promise<RecallRead | null> {
      const row = await recall.findFirst({ where: { id } });
      return row === null ? null : toRead(row);
    },
    async findAll(ids: string[]): Promise<RecallRead[]> {
      return (await recall.findMany({ where: { id: { in: ids } } })).map(toRead);
    },
    /** The latest recalls of a session for one agent since then, newest first; of those in `ids`, unless it is null. */
    async ofSession({ agentId, sessionId, ids, since }: SessionFilter): Promise<ServedRow[]> {
      if (ids?.length === 0) return [];
      const named = ids === null ? Prisma.empty : Prisma.sql`AND id IN (${Prisma.join(ids)})`;
      const rows = await client.$queryRaw<Pick<Row, 'skills' | 'memories' | 'profile'>[]>`
        SELECT skills, memories, profile FROM recall
        WHERE tenant = ${tenant} AND session_id = ${sessionId} AND agent_id = ${agentId} ${named}
          AND created_at >= ${since} AND id >= ${idBelow('recall', since)}
        ORDER BY created_at DESC, id DESC LIMIT ${SESSION_RECALLS}`;
      return rows.map(({ skills, memories, profile }) => ({
        skills: fromJson(skills),
        memories: fromJson(memories),
        profile,
      }));
    },
    /** Replaces what a recall served, before its reply has gone out. */
    async correct({ id, holdout, applied, skills, memories, profile }: RecallRecord): Promise<void> {
      const data = { holdout, applied, skills: toJson(skills), memories: toJson(memories), profile };
      await recall.updateMany({ where: { id }, data });
    },
    /**
     * Credits recalls that have credited nothing yet, each named once; answers with these recalls. Who comes second
     * waits for the first transaction to end and then finds the row taken.
     */
    async claim(claims: CreditClaim[], dialect: Dialect): Promise<Set<string>> {
      const claimed = new Set<string>();
      const inOrder = dialect === 'postgresql' ? Prisma.sql`FOR NO KEY UPDATE OF r` : Prisma.empty;
      for (const some of inPieces(claims.toSorted((a, b) => (a.recallId < b.recallId ? -1 : 1)))) {
        const values = some.map(
          ({ recallId, episodeId }) => Prisma.sql`(CAST(${recallId} AS TEXT), CAST(${episodeId} AS TEXT))`,
        );
        const rows = await client.$queryRaw<{ id: string }[]>`
          WITH claim (id, episode_id) AS (VALUES ${Prisma.join(values)}),
          free AS (
            SELECT r.id, claim.episode_id FROM recall r JOIN claim ON claim.id = r.id
            WHERE r.tenant = ${tenant} AND r.credited_by IS NULL ORDER BY r.id ${inOrder}
          )
          UPDATE recall SET credited_by = free.episode_id
          FROM free WHERE recall.tenant = ${tenant} AND recall.id = free.id RETURNING recall.id AS id`;
        for (const { id } of rows) claimed.add(id);
      }
      return claimed;
    },
    /** Locks rows by id. SQLite has one writer, and no such lock. */
    async lock(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await client.$queryRaw`
        SELECT 1 FROM recall WHERE tenant = ${tenant} AND id IN (${Prisma.join([...ids])})
        ORDER BY id FOR NO KEY UPDATE`;
    },
    /** Takes the credit of a recall back from an episode; nothing where another one has it. */
    async release({ recallId, episodeId }: CreditClaim): Promise<void> {
      await recall.updateMany({ where: { id: recallId, creditedBy: episodeId }, data: { creditedBy: null } });
    },
  };
}

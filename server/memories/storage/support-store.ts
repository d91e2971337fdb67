/**
 * The support of memories. Each run and each caller counts once for a memory. What a merge brings along says which
 * memory it came from, so that undoing the merge takes it away again.
 */
import { inChunks } from '../../domain/in-chunks.ts';
import {
  CALLER,
  MEMORY_SAID_BY,
  type MemorySaidBy,
  type MemorySupport,
  type Support,
} from '../../domain/memories/support.ts';
import { toJson } from '../../platform/db/database.ts';
import { inPieces, Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** Most support that is kept of one memory: beyond that a count says nothing more. */
const MAX_SUPPORT = 1000;

/** Rows in one statement: the database client allows fewer than 1,000 parameters on SQLite. */
const ROWS = 100;

export interface AddedSupport {
  memoryId: string;
  support: readonly Support[];
}

/** What is counted of a memory; `voices` as by `independentVoices()`. */
export interface CountedSupport extends Omit<MemorySupport, 'complete'> {
  voices: number;
}

interface CountedRow extends Record<MemorySaidBy | 'model', unknown> {
  id: string;
  runs: unknown;
  sessions: unknown;
  users: unknown;
  voices: unknown;
}

export const NO_SUPPORT: CountedSupport = {
  ...{ runs: 0, sessions: 0, users: 0, voices: 0 },
  saidBy: {
    ...{ userMessage: 0, instructions: 0, errorOrVerification: 0, toolOutput: 0, retrievedText: 0 },
    ...{ reviewer: 0, agent: 0, model: 0 },
  },
};

const FROM_CALLER = `${CALLER}%`;

const saidIn = (origin: MemorySaidBy) => `%"${origin}"%`;

export function supportStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Adds support of memories that exist; what is known already stays as it is. */
    async add(added: readonly AddedSupport[], at: Date): Promise<void> {
      const rows = added.flatMap(({ memoryId, support }) => support.map((one) => ({ memoryId, ...one })));
      for (const chunk of inChunks(rows, ROWS)) {
        const values = chunk.map(
          ({ memoryId, source, saidBy, sessionId, userId }) =>
            Prisma.sql`(${tenant}, ${memoryId}, ${source}, ${toJson(saidBy)}, ${sessionId}, ${userId}, ${at})`,
        );
        await client.$executeRaw`
          INSERT INTO memory_evidence (tenant, memory_id, source, said_by, session_id, user_id, at)
          VALUES ${Prisma.join(values)} ON CONFLICT (tenant, memory_id, source) DO NOTHING`;
      }
    },
    /** Adds to the support of one memory, unless it has as much as is kept. */
    async grow(memoryId: string, support: readonly Support[], at: Date): Promise<void> {
      const known = await client.memoryEvidence.count({ where: { memoryId } });
      if (known < MAX_SUPPORT) await this.add([{ memoryId, support }], at);
    },
    /** Counts for the memory `to` what the memory `from` rests on, too. */
    async inherit(from: string, to: string): Promise<void> {
      await client.$executeRaw`
        INSERT INTO memory_evidence (tenant, memory_id, source, said_by, session_id, user_id, via, at)
        SELECT tenant, ${to}, source, said_by, session_id, user_id, ${from}, at FROM memory_evidence
        WHERE tenant = ${tenant} AND memory_id = ${from}
        ON CONFLICT (tenant, memory_id, source) DO NOTHING`;
    },
    /** Takes back {@link inherit}. */
    async disinherit(from: string, to: string): Promise<void> {
      await client.memoryEvidence.deleteMany({ where: { memoryId: to, via: from } });
    },
    /** What each of the memories rests on, by its id; none for those without support. */
    async counted(ids: readonly string[]): Promise<Map<string, CountedSupport>> {
      const found = new Map<string, CountedSupport>();
      const saidBy = MEMORY_SAID_BY.map(
        (origin) =>
          Prisma.sql`SUM(CASE WHEN said_by LIKE ${saidIn(origin)} THEN 1 ELSE 0 END) AS ${Prisma.raw(origin)}`,
      );
      for (const chunk of inPieces(ids)) {
        const rows = await client.$queryRaw<CountedRow[]>`
          SELECT memory_id AS id,
            SUM(CASE WHEN source LIKE ${FROM_CALLER} THEN 0 ELSE 1 END) AS runs,
            COUNT(DISTINCT CASE WHEN source LIKE ${FROM_CALLER} THEN NULL ELSE COALESCE(session_id, '') END) AS sessions,
            COUNT(DISTINCT user_id) AS users,
            COUNT(DISTINCT COALESCE('user:' || user_id, 'session:' || session_id,
              CASE WHEN source LIKE ${FROM_CALLER} THEN source ELSE '' END)) AS voices,
            SUM(CASE WHEN said_by = '[]' THEN 1 ELSE 0 END) AS model, ${Prisma.join(saidBy)}
          FROM memory_evidence WHERE tenant = ${tenant} AND memory_id IN (${Prisma.join(chunk)})
          GROUP BY memory_id`;
        for (const row of rows) found.set(row.id, toCounted(row));
      }
      return found;
    },
  };
}

function toCounted(row: CountedRow): CountedSupport {
  return {
    runs: Number(row.runs),
    sessions: Number(row.sessions),
    users: Number(row.users),
    voices: Number(row.voices),
    saidBy: {
      userMessage: Number(row.user_message),
      instructions: Number(row.instructions),
      errorOrVerification: Number(row.error_or_verification),
      toolOutput: Number(row.tool_output),
      retrievedText: Number(row.retrieved_text),
      reviewer: Number(row.reviewer),
      agent: Number(row.agent),
      model: Number(row.model),
    },
  };
}

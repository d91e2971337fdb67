/** The rows of suggestions, and the memories that are looked through for them. */
import type { ComparableMemory } from '../../domain/memories/find-repeats.ts';
import type { SuggestionStatus } from '../../domain/memories/suggestion.ts';
import { countEach, Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** Rows in one transaction: on SQLite all other writes wait for it. */
export const STEP = 100;

/** `memoryId` repeats `otherId`. */
export interface SuggestionRecord {
  id: string;
  agentId: string;
  userId: string | null;
  memoryId: string;
  otherId: string;
  status: SuggestionStatus;
  foundAt: Date;
}

interface SuggestionPage {
  /** Null for the suggestions of every agent. */
  agentId: string | null;
  /** Where the page goes on: after what was found at `at`, by its id. */
  before: { at: Date; id: string } | null;
  limit: number;
}

/** The open suggestions whose memories are both active. */
const openOf = (tenant: string, agentId: string | null): Prisma.Sql => Prisma.sql`
  FROM memory_suggestion s
  JOIN memory m ON m.tenant = s.tenant AND m.id = s.memory_id AND m.status = 'active'
  JOIN memory o ON o.tenant = s.tenant AND o.id = s.other_id AND o.status = 'active'
  WHERE s.tenant = ${tenant} AND s.status = 'open' ${agentId === null ? Prisma.empty : Prisma.sql`AND s.agent_id = ${agentId}`}`;

export function suggestionStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { memorySuggestion } = client;
  return {
    async find(id: string): Promise<SuggestionRecord | null> {
      const row = await memorySuggestion.findFirst({ where: { id } });
      return row === null ? null : { ...row, status: row.status as SuggestionStatus };
    },
    /** The latest found first. */
    async page({
      agentId,
      before,
      limit,
    }: SuggestionPage): Promise<Pick<SuggestionRecord, 'id' | 'memoryId' | 'otherId' | 'foundAt'>[]> {
      return await client.$queryRaw`
        SELECT s.id, s.memory_id AS "memoryId", s.other_id AS "otherId", s.found_at AS "foundAt" ${openOf(tenant, agentId)}
          ${before === null ? Prisma.empty : Prisma.sql`AND (s.found_at < ${before.at} OR (s.found_at = ${before.at} AND s.id < ${before.id}))`}
        ORDER BY s.found_at DESC, s.id DESC LIMIT ${limit}`;
    },
    /** How many there are, counted up to `COUNT_LIMIT`. */
    async count(agentId: string | null): Promise<number> {
      const counts = await countEach(client, ['open'], () => Prisma.sql`SELECT 1 ${openOf(tenant, agentId)}`);
      return counts['open'] ?? 0;
    },
    async decide(id: string, status: SuggestionStatus, at: Date): Promise<void> {
      await memorySuggestion.updateMany({ where: { id }, data: { status, decidedAt: at } });
    },
    /** The merge that closed a memory in favour of another; null where a person's merge did not. */
    async mergeOf(memoryId: string, otherId: string): Promise<string | null> {
      const where = { memoryId, otherId, status: 'applied' };
      return (await memorySuggestion.findFirst({ where, select: { id: true } }))?.id ?? null;
    },
  };
}

export function checkStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { memory, memorySuggestion } = client;
  return {
    /** An agent's active memories, the newest first, after `before`. */
    async active(
      agentId: string,
      before: { createdAt: Date; id: string } | null,
      take: number,
    ): Promise<(ComparableMemory & { userId: string | null })[]> {
      const older =
        before === null
          ? {}
          : {
              OR: [
                { createdAt: { lt: before.createdAt } },
                { createdAt: before.createdAt, id: { lt: before.id } },
              ],
            };
      return await memory.findMany({
        where: { agentId, status: 'active', ...older },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take,
        select: { id: true, userId: true, content: true, createdAt: true },
      });
    },
    /** The ids of an agent's suggestions: those that wait, or those that a person has decided. */
    async ids(agentId: string, { open }: { open: boolean }): Promise<string[]> {
      // Thousands of rows, which the database client would take several times as long to read.
      const rows = await client.$queryRaw<{ id: string }[]>`
        SELECT id FROM memory_suggestion WHERE tenant = ${tenant} AND agent_id = ${agentId}
          AND status IN (${Prisma.join(open ? ['open'] : ['kept', 'applied'])})`;
      return rows.map(({ id }) => id);
    },
    /** Removes those that are still open. */
    async removeOpen(ids: readonly string[]): Promise<void> {
      await memorySuggestion.deleteMany({ where: { id: { in: [...ids] }, status: 'open' } });
    },
    /** Adds those that are not there yet, and whose memory still is. */
    async add(records: readonly SuggestionRecord[]): Promise<void> {
      const there = await memory.findMany({
        where: { id: { in: records.map(({ memoryId }) => memoryId) } },
        select: { id: true },
      });
      const known = new Set(there.map(({ id }) => id));
      const values = records
        .filter(({ memoryId }) => known.has(memoryId))
        .map(
          (
            row,
          ) => Prisma.sql`(${tenant}, ${row.id}, ${row.agentId}, ${row.userId}, ${row.memoryId}, ${row.otherId},
            ${row.status}, ${row.foundAt})`,
        );
      if (values.length === 0) return;
      await client.$executeRaw`
        INSERT INTO memory_suggestion (tenant, id, agent_id, user_id, memory_id, other_id, status, found_at)
        VALUES ${Prisma.join(values)} ON CONFLICT (tenant, id) DO NOTHING`;
    },
  };
}

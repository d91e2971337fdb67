/** The suggestions' rows. */

import { inChunks } from '../../domain/in-chunks.ts';
import {
  SUGGESTION_KINDS,
  type SuggestionKind,
  type SuggestionStatus,
} from '../../domain/memories/suggestion.ts';
import { countEach, Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { STEP } from './cleanup-store.ts';

type Row = Prisma.MemorySuggestionGetPayload<object>;

export type SuggestionRecord = Omit<Row, 'tenant' | 'kind' | 'status'> & {
  kind: SuggestionKind;
  status: SuggestionStatus;
};

const toSuggestion = ({ tenant: _, ...row }: Row): SuggestionRecord => ({
  ...row,
  kind: row.kind as SuggestionKind,
  status: row.status as SuggestionStatus,
});

/** Absent or null means any. */
export interface SuggestionFilter {
  agentId?: string | null | undefined;
  userId?: string | null | undefined;
  kind?: SuggestionKind | null | undefined;
}

/** Where a page of suggestions goes on: after what was found at `at`, by its id. */
interface PageQuery {
  filter: SuggestionFilter;
  before: { at: Date; id: string } | null;
  limit: number;
}

/** The open suggestions of an agent and a user whose memories are still believed. */
const openOf = (tenant: string, { agentId, userId }: SuggestionFilter): Prisma.Sql => Prisma.sql`
  FROM memory_suggestion s
  JOIN memory m ON m.tenant = s.tenant AND m.id = s.memory_id AND m.status = 'active'
  LEFT JOIN memory o ON o.tenant = s.tenant AND o.id = s.other_id
  WHERE s.tenant = ${tenant} AND s.status = 'open' AND (s.other_id IS NULL OR o.status = 'active')
    ${agentId ? Prisma.sql`AND s.agent_id = ${agentId}` : Prisma.empty}
    ${userId ? Prisma.sql`AND s.user_id = ${userId}` : Prisma.empty}`;

export function suggestionStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { memorySuggestion } = client;
  return {
    async find(id: string): Promise<SuggestionRecord | null> {
      const row = await memorySuggestion.findFirst({ where: { id } });
      return row === null ? null : toSuggestion(row);
    },
    /** Open suggestions whose memories are still believed, the latest found first. */
    async page({ filter, before, limit }: PageQuery): Promise<SuggestionRecord[]> {
      const { kind } = filter;
      const rows = await client.$queryRaw<{ id: string }[]>`
        SELECT s.id ${openOf(tenant, filter)}
          ${kind ? Prisma.sql`AND s.kind = ${kind}` : Prisma.empty}
          ${before === null ? Prisma.empty : Prisma.sql`AND (s.found_at < ${before.at} OR (s.found_at = ${before.at} AND s.id < ${before.id}))`}
        ORDER BY s.found_at DESC, s.id DESC LIMIT ${limit}`;
      const found = await memorySuggestion.findMany({ where: { id: { in: rows.map(({ id }) => id) } } });
      const byId = new Map(found.map((row) => [row.id, toSuggestion(row)]));
      return rows.flatMap(({ id }) => byId.get(id) ?? []);
    },
    /** How many open suggestions there are of each kind, counted up to `COUNT_LIMIT`. */
    async counts(filter: SuggestionFilter): Promise<{ kind: SuggestionKind; count: number }[]> {
      const counts = await countEach(
        client,
        SUGGESTION_KINDS,
        (kind) => Prisma.sql`SELECT 1 ${openOf(tenant, filter)} AND s.kind = ${kind}`,
      );
      return SUGGESTION_KINDS.flatMap((kind) => {
        const count = counts[kind];
        return count === undefined ? [] : [{ kind, count }];
      });
    },
    /** Moves a suggestion on; false where it was not `from` any more. */
    async move(
      id: string,
      { from, to, at }: { from: SuggestionStatus; to: SuggestionStatus; at: Date | null },
    ): Promise<boolean> {
      const { count } = await memorySuggestion.updateMany({
        where: { id, status: from },
        data: { status: to, decidedAt: at },
      });
      return count === 1;
    },
    /** When the agent's memories, or any agent's, were last checked; null where they never were. */
    async checkedAt(agentId: string | null): Promise<Date | null> {
      const { _max } = await client.memoryHygieneWeek.aggregate({
        where: agentId === null ? {} : { agentId },
        _max: { checkedAt: true },
      });
      return _max.checkedAt;
    },
  };
}

export function checkStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { memorySuggestion } = client;
  return {
    /** What was suggested about a memory that is believed again on a person's word is not suggested again. */
    async keepRestored(memoryId: string, at: Date): Promise<void> {
      await memorySuggestion.updateMany({
        where: { memoryId, status: 'applied' },
        data: { status: 'kept', decidedAt: at },
      });
    },
    /** What was decided about an agent's memories. */
    async decided(agentId: string): Promise<SuggestionRecord[]> {
      const rows = await memorySuggestion.findMany({
        where: { agentId, status: { in: ['kept', 'applied'] } },
      });
      return rows.map(toSuggestion);
    },
    async openIds(agentId: string): Promise<string[]> {
      // Thousands of rows, which the database client would take several times as long to read.
      const rows = await client.$queryRaw<{ id: string }[]>`
        SELECT id FROM memory_suggestion
        WHERE tenant = ${tenant} AND agent_id = ${agentId} AND status = 'open'`;
      return rows.map(({ id }) => id);
    },
    /** Removes those that are still open. */
    async removeOpen(ids: readonly string[]): Promise<void> {
      for (const chunk of inChunks(ids, STEP))
        await memorySuggestion.deleteMany({ where: { id: { in: chunk }, status: 'open' } });
    },
    /**
     * Adds those that are not there yet, and whose memory still is. A preference that was confirmed before the check began has gone
     * stale once more.
     */
    async add(records: readonly SuggestionRecord[]): Promise<void> {
      for (const chunk of inChunks(records, STEP)) {
        const there = await client.memory.findMany({
          where: { id: { in: chunk.map(({ memoryId }) => memoryId) } },
          select: { id: true },
        });
        const known = new Set(there.map(({ id }) => id));
        const values = chunk
          .filter(({ memoryId }) => known.has(memoryId))
          .map(
            (row) => Prisma.sql`(${tenant}, ${row.id}, ${row.agentId}, ${row.userId}, ${row.memoryId},
              ${row.otherId}, ${row.kind}, ${row.status}, ${row.foundAt})`,
          );
        if (values.length === 0) continue;
        await client.$executeRaw`
          INSERT INTO memory_suggestion (tenant, id, agent_id, user_id, memory_id, other_id, kind, status, found_at)
          VALUES ${Prisma.join(values)} ON CONFLICT (tenant, id) DO UPDATE SET
            status = 'open', found_at = excluded.found_at, decided_at = NULL
          WHERE memory_suggestion.status = 'kept' AND memory_suggestion.kind = 'stale_preference'
            AND memory_suggestion.decided_at < excluded.found_at`;
      }
    },
    /** Keeps how the agent's memories stand, in the place of an earlier check of the same week. */
    async putWeek(row: {
      agentId: string;
      week: string;
      active: number;
      clean: number;
      at: Date;
    }): Promise<void> {
      await client.$executeRaw`
        INSERT INTO memory_hygiene_week (tenant, agent_id, week, active, clean, checked_at)
        VALUES (${tenant}, ${row.agentId}, ${row.week}, ${row.active}, ${row.clean}, ${row.at})
        ON CONFLICT (tenant, agent_id, week) DO UPDATE SET
          active = excluded.active, clean = excluded.clean, checked_at = excluded.checked_at`;
    },
  };
}

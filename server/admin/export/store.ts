/**
 * Episodes in the order of their recording, piece by piece. The sizes of the next rows are read before the rows are, so
 * that a piece is bounded in bytes whatever the transcripts are like.
 */
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** Where a piece ended. */
export interface Position {
  createdAt: Date;
  id: string;
}

/** A place with the size of the transcript there. */
export interface SizedPosition extends Position {
  size: number;
}

/** Which episodes: an agent's, as far as they were recorded at that moment. */
export interface Selection {
  agentId: string;
  until: Date;
}

const EXPORTED = {
  id: true,
  task: true,
  messages: true,
  toolCalls: true,
  reward: true,
  rewardStrength: true,
  credited: true,
  creditReason: true,
  served: true,
  holdout: true,
  framework: true,
  model: true,
  createdAt: true,
} as const;

/** An episode's row as an export reads it; JSON columns are text. */
export type ExportRow = Awaited<ReturnType<ReturnType<typeof exportStore>['rows']>>[number];

export function exportStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** How many episodes there are, counting no further than `limit`. */
    async count({ agentId, until }: Selection, limit: number): Promise<number> {
      return await client.episode.count({
        where: { agentId, createdAt: { lte: until } },
        take: limit,
      });
    },

    /** Places and transcript sizes (in characters) of the `take` episodes after `after`, oldest first. */
    async sizes(
      { agentId, until }: Selection,
      { after, take }: { after: Position | null; take: number },
    ): Promise<SizedPosition[]> {
      const beyond =
        after === null ? Prisma.empty : Prisma.sql`AND (created_at, id) > (${after.createdAt}, ${after.id})`;
      const rows = await client.$queryRaw<{ id: string; created_at: Date; size: number | bigint }[]>`
        SELECT id, created_at, length(messages) + length(tool_calls) + COALESCE(length(task), 0) AS size FROM episode
        WHERE tenant = ${tenant} AND agent_id = ${agentId} AND created_at <= ${until} ${beyond}
        ORDER BY created_at, id LIMIT ${take}`;
      return rows.map(({ id, created_at, size }) => ({ id, createdAt: created_at, size: Number(size) }));
    },

    /**
     * The episodes with these ids, in their order; one that was erased meanwhile is left out. The database is not asked
     * for an order: it would read the whole table by that rather than the few rows by their keys.
     */
    async rows(ids: string[]) {
      const rows = await client.episode.findMany({ where: { id: { in: ids } }, select: EXPORTED });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

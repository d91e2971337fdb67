/** The rows of traces that are still arriving, and which of them an episode was made of. */
import { inChunks } from '../../domain/in-chunks.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

export interface TraceRow {
  traceId: string;
  /** Null as long as nothing could be made of it. */
  episodeId: string | null;
  userId: string | null;
  revision: number;
  state: string;
}

/** Names in one list: the database client allows fewer than 1,000 parameters a statement on SQLite. */
const NAMES_PER_QUERY = 500;

/** Rows in one statement: SQLite takes 32,766 values. */
const ROWS_PER_INSERT = 500;

export function traceStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** What is kept of those of the traces that are still arriving, by trace. */
    async rows(traceIds: readonly string[]): Promise<Map<string, TraceRow>> {
      const found = new Map<string, TraceRow>();
      for (const some of inChunks(traceIds, NAMES_PER_QUERY)) {
        const rows = await client.episodeTrace.findMany({ where: { traceId: { in: some } } });
        for (const row of rows) found.set(row.traceId, row);
      }
      return found;
    },

    /** Adds the rows of those traces that have none; answers with these traces. */
    async add(rows: readonly TraceRow[], at: Date): Promise<Set<string>> {
      const added = new Set<string>();
      for (const chunk of inChunks(rows, ROWS_PER_INSERT)) {
        const values = chunk.map(
          ({ traceId, episodeId, userId, revision, state }) =>
            Prisma.sql`(${Prisma.join([tenant, traceId, episodeId, userId, revision, state, at])})`,
        );
        const inserted = await client.$queryRaw<{ trace_id: string }[]>`
          INSERT INTO episode_trace (tenant, trace_id, episode_id, user_id, revision, state, created_at)
          VALUES ${Prisma.join(values)} ON CONFLICT (tenant, trace_id) DO NOTHING RETURNING trace_id`;
        for (const { trace_id } of inserted) added.add(trace_id);
      }
      return added;
    },

    /** Removes a row that is still at this revision; false where it is not, or is gone. */
    async remove({ traceId, revision }: Pick<TraceRow, 'traceId' | 'revision'>): Promise<boolean> {
      return (await client.episodeTrace.deleteMany({ where: { traceId, revision } })).count === 1;
    },

    /** Replaces a row that is still at `row.revision`; false where it is not, or is gone. */
    async replace({ traceId, episodeId, userId, revision, state }: TraceRow): Promise<boolean> {
      const { count } = await client.episodeTrace.updateMany({
        where: { traceId, revision },
        data: { episodeId, userId, state, revision: revision + 1 },
      });
      return count === 1;
    },
  };
}

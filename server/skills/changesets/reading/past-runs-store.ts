/** What is kept of the past runs that a changeset was tried on, and how these runs ended. */
import type { Outcome } from '../../../domain/runs/episodes/episode.ts';
import type { KnownRun, TriedRun } from '../../../domain/skills/changesets/past-runs.ts';
import { fromJson, toJson } from '../../../platform/db/database.ts';
import { type Tx, tenantClient } from '../../../platform/db/tenant-client.ts';
import { excerpt } from './detail-store.ts';

export type PastRunsResult =
  | { status: 'done'; runs: readonly TriedRun[] }
  | { status: 'failed'; error: string };

export interface PastRunsRecord {
  round: number;
  status: 'computing' | 'done' | 'failed';
  runs: TriedRun[];
  error: string | null;
  computedAt: Date | null;
}

export function pastRunsStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async find(changesetId: string): Promise<PastRunsRecord | null> {
      const row = await client.pastRuns.findFirst({ where: { changesetId } });
      if (row === null) return null;
      const { round, status, runs, error, computedAt } = row;
      // The columns were written from these types.
      return {
        ...{ round, error, computedAt },
        status: status as PastRunsRecord['status'],
        runs: fromJson(runs),
      };
    },
    /** Begins a round; what was found before is forgotten. */
    async ask(changesetId: string): Promise<void> {
      await client.$executeRaw`
        INSERT INTO past_runs (tenant, changeset_id, round, status, runs)
        VALUES (${tenant}, ${changesetId}, 1, 'computing', '[]')
        ON CONFLICT (tenant, changeset_id) DO UPDATE SET
          round = past_runs.round + 1, status = excluded.status, runs = excluded.runs, error = NULL`;
    },
    /** Stores what a round found; nothing where another one has begun. */
    async end(changesetId: string, round: number, result: PastRunsResult, at: Date): Promise<void> {
      const { status } = result;
      const found =
        status === 'done'
          ? { runs: toJson(result.runs), error: null }
          : { runs: toJson([]), error: result.error };
      const data = { status, ...found, computedAt: at };
      await client.pastRuns.updateMany({ where: { changesetId, round }, data });
    },
    /** Those of the runs that still exist. */
    async known(ids: readonly string[]): Promise<Map<string, KnownRun>> {
      const rows = await client.episode.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, agentId: true, task: true, outcome: true, reward: true, createdAt: true },
      });
      return new Map(
        rows.map(({ task, outcome, ...row }) => [
          row.id,
          { ...row, task: excerpt(task), outcome: outcome as Outcome },
        ]),
      );
    },
  };
}

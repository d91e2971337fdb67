/** The last runs with what their recalls asked and considered. */
import { newestFirst, type ReadingAt } from '../../platform/db/partitions/newest-first.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { candidatesOf, RECALL, type RecallRow } from './past-store.ts';

/** A run with the recall that it began with. */
export interface PastRun {
  id: string;
  recall: Omit<RecallRow, 'memories'> & { query: string };
}

/** Runs that are looked through for those that began with a recall. */
const LOOKED_THROUGH = 1000;

/** The last `most` runs that began with a recall of their agent, without the holdout, newest first; null: of all agents. */
export async function lastRuns(
  tx: Tx,
  tenant: string,
  agentId: string | null,
  { most, ...at }: { most: number } & ReadingAt,
): Promise<PastRun[]> {
  const { episode, recall } = tenantClient(tx, tenant);
  const runs = await newestFirst('episode', { ...at, take: LOOKED_THROUGH }, ({ where }) =>
    episode.findMany({
      where: { ...where, ...(agentId === null ? {} : { agentId }) },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: LOOKED_THROUGH,
      select: { id: true, agentId: true, recallId: true, holdout: true },
    }),
  );
  const begun = runs.filter(({ recallId, holdout }) => recallId !== null && holdout !== true);
  const last = begun.slice(0, most);
  const { memories: _, ...columns } = RECALL;
  const rows = await recall.findMany({
    where: { id: { in: last.map(({ recallId }) => recallId ?? '') } },
    select: { ...columns, query: true },
  });
  const recalls = new Map(rows.map((row) => [row.id, row]));
  return last.flatMap(({ id, agentId: own, recallId }) => {
    const row = recalls.get(recallId ?? '');
    if (row === undefined || row.holdout || row.agentId !== own) return [];
    return [{ id, recall: { ...row, skills: candidatesOf(row.skills) } }];
  });
}

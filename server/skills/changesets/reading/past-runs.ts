/** The past runs that a pending changeset would have reached: asked for, stored by a job, and shown as they are today. */
import type { Principal } from '../../../domain/principal.ts';
import { type PastRuns, summarizePastRuns } from '../../../domain/skills/changesets/past-runs.ts';
import { canReview } from '../../../domain/skills/changesets/status.ts';
import { enqueueJob } from '../../../jobs/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { lockPending } from '../load-for-decision.ts';
import type { ChangesetRecord } from '../records.ts';
import { changesetStore } from '../store.ts';
import { pastRunsStore } from './past-runs-store.ts';

type Tried = Pick<ChangesetRecord, 'id' | 'agentId' | 'status'>;

/** Has the changeset as it is now tried on past runs. */
export async function askPastRuns(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { id, agentId }: Pick<Tried, 'id' | 'agentId'>,
): Promise<void> {
  await pastRunsStore(tx, tenant).ask(id);
  await enqueueJob(runtime, tx, { kind: 'past_runs', tenant, agentId, changesetId: id });
}

/** As {@link askPastRuns}, for a reviewer. Unknown: `changeset not found`; no longer pending: a conflict. */
export async function repeatPastRuns(runtime: Runtime, { tenant }: Principal, id: string): Promise<void> {
  await runtime.db.write(async (tx) => {
    await askPastRuns(runtime, tx, tenant, await lockPending(tx, tenant, id));
  });
}

/** As {@link pastRunsOf}. Unknown: `changeset not found`. */
export async function readPastRuns(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<PastRuns | null> {
  const { read } = runtime.db;
  const changeset = await changesetStore(read, principal.tenant).find(id);
  if (changeset === null) throw notFound('changeset');
  return await pastRunsOf(read, principal, changeset);
}

const NOTHING = {
  ...{ computedAt: null, since: null, all: null, reached: null },
  ...{ newlyReached: null, noLongerReached: null, examples: null },
};

/** Null where the changeset was never tried, or decided before that was done. */
export async function pastRunsOf(
  tx: Tx,
  { tenant, scopes }: Principal,
  { id, agentId, status }: Tried,
): Promise<PastRuns | null> {
  const store = pastRunsStore(tx, tenant);
  const record = await store.find(id);
  if (record === null || (record.status !== 'done' && !canReview(status))) return null;
  if (record.status === 'computing')
    return { ...NOTHING, status: 'computing', sentence: 'The change is being tried on past runs.' };
  const computedAt = record.computedAt?.toISOString() ?? null;
  if (record.status === 'failed') {
    const sentence = `The change could not be tried on past runs: ${record.error}.`;
    return { ...NOTHING, status: 'failed', sentence, computedAt };
  }
  const known = await store.known(record.runs.map((run) => run.id));
  const { examples, ...summary } = summarizePastRuns(agentId, record.runs, known);
  return { ...summary, status: 'done', computedAt, examples: scopes.has('learn') ? examples : null };
}

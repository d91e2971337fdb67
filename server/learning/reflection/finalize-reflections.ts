/**
 * Marks runs as reflected on, in the transaction that stores what came of it. Their rows are locked first: a
 * run that is being erased is seen as erased, and what was added to a run since is not taken for seen.
 */
import { isDeepStrictEqual } from 'node:util';
import { faultMessage } from '../../domain/admin/learning-fault.ts';
import { shownName } from '../../domain/trust/parts.ts';
import { RowsGone, type Tx } from '../../platform/db/database.ts';
import { learningFaults } from '../../platform/faults/store.ts';
import {
  isModelUnusable,
  type ModelUnavailable,
  type ModelUnusable,
} from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { sourceStore } from '../sources/index.ts';
import { logFields, type Reflection, type ReflectJob, reflectionRows } from './reflect-job.ts';

/**
 * Settles reflections whose runs nobody has added to since; the others stay for the next job. Throws {@link
 * RowsGone}, and the transaction must write nothing, where a run that one of them rests on was erased.
 */
export async function finalizeReflections(
  runtime: Runtime,
  tx: Tx,
  { tenant, agentId }: Pick<ReflectJob, 'tenant' | 'agentId'>,
  reflections: readonly Reflection[],
): Promise<void> {
  const rows = reflectionRows(runtime, tx, tenant);
  const rests = reflections.flatMap(({ draft }) => draft.rests);
  const held = await rows.hold(rests);
  const missing = rests.filter((id) => !held.has(id));
  if (missing.length > 0) throw new RowsGone(missing);
  const isSeen = ({ run, draft }: Reflection) => {
    const row = held.get(run.id);
    return row?.mark === draft.mark && isDeepStrictEqual(row.draft, draft);
  };
  const finalized = reflections.filter(isSeen).map(({ run }) => run.id);
  if (finalized.length > 0) await rows.setReflected(finalized);
  const tools = reflections.filter(isSeen).map(({ run }) => run.toolCalls.map(({ name }) => shownName(name)));
  for (const names of tools) await sourceStore(tx, tenant).noteTools(agentId, names);
}

// An answer that cannot be used counts against the episodes it was asked for; after three an episode is put aside, so that one run
// which no model copes with does not stop the others. An outage counts against nobody. Either is kept with the episode.

/** How long the episodes wait that gave no usable answer. */
export const RETRY_PAUSE_MS = 60_000;

/** The longest wait while the model is away. */
const LONGEST_PAUSE_MS = 3_600_000;

/** Notes with each of `ids` why reflection on it failed. */
export async function noteFailure(
  reflectJob: ReflectJob,
  ids: readonly string[],
  error: ModelUnusable | ModelUnavailable,
): Promise<void> {
  const { runtime, tenant, context } = reflectJob;
  const now = runtime.clock();
  const unusable = isModelUnusable(error);
  const text = unusable ? error.problem : error.reason;
  await context.commit(async (tx) => {
    const pause = unusable ? RETRY_PAUSE_MS : await outagePause(tx, tenant, now);
    const failure = { error: faultMessage(text), nextAt: new Date(now.getTime() + pause), unusable };
    await reflectionRows(runtime, tx, tenant).noteFailure(ids, failure);
  });
  const fields = { ...logFields(reflectJob), episodes: ids.length, fault: text };
  runtime.log.warn(unusable ? 'reflect.failed' : 'reflect.model_away', fields);
}

/** As long as the model has been away already, at least a minute and at most an hour: the distance doubles. */
async function outagePause(tx: Tx, tenant: string, now: Date): Promise<number> {
  const fault = (await learningFaults(tx, tenant).list()).find(({ kind }) => kind === 'model');
  const away = fault === undefined ? 0 : now.getTime() - fault.firstAt.getTime();
  return Math.min(Math.max(away, RETRY_PAUSE_MS), LONGEST_PAUSE_MS);
}

/**
 * Marks runs as reflected on, in the transaction that stores what came of it. Their rows are locked first: a
 * run that is being erased is seen as erased, and what was added to a run since is not taken for seen.
 */
import { isDeepStrictEqual } from 'node:util';
import { RowsGone, type Tx } from '../../platform/db/database.ts';
import type { ModelUnusable } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { logFields, type Reflection, type ReflectJob, reflectionRows } from './reflect-job.ts';

/**
 * Settles reflections whose runs nobody has added to since; the others stay for the next job. Throws {@link
 * RowsGone}, and the transaction must write nothing, where a run that one of them rests on was erased.
 */
export async function finalizeReflections(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
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
}

// An answer that cannot be used counts against the episodes it was asked for; after three an episode is
// marked as reflected on and skipped, so that one run which no model copes with does not stop the others. An
// outage counts against nobody.

const MAX_ATTEMPTS = 3;

/** Counts an unusable answer against each of `ids` that still exists. */
export async function countUnusable(
  reflectJob: ReflectJob,
  ids: readonly string[],
  { problem }: ModelUnusable,
): Promise<void> {
  const { runtime, tenant, context } = reflectJob;
  const attempts = await context.commit(async (tx) => {
    const rows = reflectionRows(runtime, tx, tenant);
    const held = [...(await rows.hold(ids)).values()].map((held) => ({
      ...held,
      attempts: held.attempts + 1,
    }));
    for (const { id, attempts: counted } of held) await rows.setAttempts(id, counted);
    const skipped = held.filter((episode) => episode.attempts >= MAX_ATTEMPTS).map(({ id }) => id);
    if (skipped.length > 0) await rows.setReflected(skipped);
    return held;
  });
  for (const { id, attempts: counted } of attempts) {
    const skipped = counted >= MAX_ATTEMPTS;
    const fields = { ...logFields(reflectJob), episode_id: id, attempts: counted, skipped, fault: problem };
    runtime.log.warn('reflect.failed', fields);
  }
}

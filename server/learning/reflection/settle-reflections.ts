/**
 * Marks runs as reflected on, in the transaction that stores what came of it. Their rows are locked first: a run that is being
 * erased is seen as erased, and what was added to a run since is not taken for seen.
 */
import { isDeepStrictEqual } from 'node:util';
import { RowsGone, type Tx } from '../../platform/db/database.ts';
import type { ModelUnusable } from '../../platform/llm/model-errors.ts';
import type { Reflection } from './records.ts';
import { logFields, type Session, sessionRows } from './session.ts';

/**
 * Settles reflections whose runs nobody has added to since; the others stay for the next job. Throws {@link RowsGone}, and the
 * transaction must write nothing, where a run that one of them rests on was erased.
 */
export async function settleReflections(
  session: Session,
  tx: Tx,
  reflections: readonly Reflection[],
): Promise<void> {
  const rows = sessionRows(session, tx);
  const rests = reflections.flatMap(({ draft }) => draft.rests);
  const held = await rows.hold(rests);
  const gone = rests.filter((id) => !held.has(id));
  if (gone.length > 0) throw new RowsGone(gone);
  const isSeen = ({ run, draft }: Reflection) => {
    const row = held.get(run.id);
    return row?.mark === draft.mark && isDeepStrictEqual(row.draft, draft);
  };
  const settled = reflections.filter(isSeen).map(({ run }) => run.id);
  if (settled.length > 0) await rows.setReflected(settled);
}

/**
 * An answer that cannot be used counts against the episodes it was asked for; after three an episode is marked as reflected on
 * and skipped, so that one run which no model copes with does not stop the others. An outage counts against nobody.
 */

const MAX_ATTEMPTS = 3;

/** Counts an unusable answer against each of `ids` that still exists. */
export async function countUnusable(
  session: Session,
  ids: readonly string[],
  { fault }: ModelUnusable,
): Promise<void> {
  const attempts = await session.context.commit(async (tx) => {
    const rows = sessionRows(session, tx);
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
    const fields = { ...logFields(session), episode_id: id, attempts: counted, skipped, fault };
    session.runtime.log.warn('reflect.failed', fields);
  }
}

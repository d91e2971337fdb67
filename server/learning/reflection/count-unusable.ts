/**
 * An answer that cannot be used counts against the episodes it was asked for; after three an episode is marked as reflected on
 * and skipped, so that one run which no model copes with does not stop the others. An outage counts against nobody.
 */
import type { ModelUnusable } from '../../platform/llm/model-errors.ts';
import { fieldsOf, rowsOf, type Session } from './session.ts';

const MAX_ATTEMPTS = 3;

/** Counts an unusable answer against each of `ids` that still exists. */
export async function countUnusable(
  session: Session,
  ids: readonly string[],
  { fault }: ModelUnusable,
): Promise<void> {
  const attempts = await session.context.commit(async (tx) => {
    const rows = rowsOf(session, tx);
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
    const fields = { ...fieldsOf(session), episode_id: id, attempts: counted, skipped, fault };
    session.runtime.log.warn('reflect.failed', fields);
  }
}

/** The turn of changesets that were approved while a canary ran on a skill they touch: asked anew, in the order of their approval. */
import { afterCommit, type Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { approve, readTouched } from './advance.ts';
import { countDecided } from './read-changesets.ts';
import { changesetStore } from './store.ts';

/**
 * Carries out every queued approval that touches the skill and is not kept waiting by another canary, such as one that an earlier
 * of them has just started. Done in the name of whoever approved it. The caller holds the agent's library.
 */
export async function releaseQueued(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  skillId: string,
): Promise<void> {
  const store = changesetStore(tx, tenant);
  for (const id of await store.queuedOn(skillId)) {
    const changeset = await store.find(id);
    if (changeset?.status !== 'approved') continue;
    const { reviewer, reviewComment: comment } = changeset;
    const actor = reviewer ?? changeset.proposedBy;
    const verdict = { tenant, actor, trigger: 'reevaluate', reviewer, comment } as const;
    const touched = await readTouched(tx, tenant, changeset);
    const released = await approve(runtime, tx, { verdict, changeset, touched });
    if (released.status !== 'approved') afterCommit(tx, () => countDecided(runtime, released));
  }
}

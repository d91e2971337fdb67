/** The turn of changesets that were approved while a canary ran on a skill they affect. */
import type { Tx } from '../../../platform/db/database.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { determineOutcome, executeApproval } from '../execute-approval.ts';
import { loadAffected } from '../load-for-decision.ts';
import { changesetStore } from '../store.ts';

/**
 * Carries out every queued approval that affects the skill, in the order of approval, unless another canary
 * keeps it waiting, such as one that an earlier approval has just started. Done in the name of the one who
 * approved it. The caller has locked the agent's library.
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
    const { reviewer, reviewComment: comment, proposedBy } = changeset;
    const decider = { actor: reviewer ?? proposedBy, trigger: 'reevaluate', reviewer, comment } as const;
    const affected = await loadAffected(tx, tenant, changeset);
    const outcome = await determineOutcome(runtime, tx, tenant, { changeset, affected });
    await executeApproval(runtime, tx, tenant, { decider, changeset, affected, outcome });
  }
}

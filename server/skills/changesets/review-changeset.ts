/** A reviewer's decision on a pending changeset. */

import type { Principal } from '../../domain/principal.ts';
import { redactIf } from '../../domain/safety/redact.ts';
import { type ChangesetStatus, canReview } from '../../domain/skills/changesets/status.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { holdLibrary } from '../library/index.ts';
import { approve, outcomeOf, readTouched, reject } from './advance.ts';
import { countDecided } from './read-changesets.ts';
import type { ChangesetRecord, Versions } from './records.ts';
import { changesetStore } from './store.ts';
import { requireShown, standingOf } from './what-was-shown.ts';

export interface Review {
  id: string;
  approve: boolean;
  comment: string | null;
  /** Applies an approved change without trying it first. */
  skipCanary?: boolean;
  /**
   * What the reviewer saw: the `expect` of a preview, or the digest of the changeset. Without one nothing is compared. What approving
   * would do is nothing that a rejection rests on.
   */
  expect?: string | null;
}

/** What a review led to; `reason` says why it was rejected or why it failed. */
export interface ReviewResult {
  id: string;
  status: ChangesetStatus;
  applied_versions: Versions | null;
  reason: string | null;
}

/**
 * Approves or rejects. An approved changeset starts a canary, waits behind one, is applied, or fails where a skill moved on
 * since it was proposed or one to create exists by now. Shown as something else: conflict, with what changed. Unknown: `changeset not found`; no longer pending: conflict `changeset is <status>`.
 */
export async function reviewChangeset(
  runtime: Runtime,
  principal: Principal,
  review: Review,
): Promise<ReviewResult> {
  const { tenant, actor } = principal;
  const decided = await runtime.db.write(async (tx) => {
    const changeset = await holdPending(tx, tenant, review.id);
    const comment = redactIf(runtime.config.recall.redactPii, review.comment);
    const decider = { tenant, actor, reviewer: actor, comment };
    const touched = await readTouched(tx, tenant, changeset);
    const skills = standingOf(changeset, touched);
    const expected = review.expect ?? null;
    if (!review.approve) {
      const standing = { changeset, skills, outcome: null };
      requireShown(expected, standing, ['operations', 'findings', 'versions']);
      return await reject(runtime, tx, { verdict: { ...decider, trigger: 'reject' }, changeset });
    }
    const approved = { ...changeset, skipCanary: review.skipCanary ?? false };
    const verdict = { ...decider, trigger: 'approve' } as const;
    const outcome = await outcomeOf(runtime, tx, { tenant, changeset: approved, touched });
    const standing = { changeset, skills, outcome };
    requireShown(expected, standing, ['operations', 'findings', 'versions', 'outcome']);
    return await approve(runtime, tx, { verdict, changeset: approved, touched });
  });
  countDecided(runtime, decided);
  const { id, status, appliedVersions, rejectionReason } = decided;
  return { id, status, applied_versions: appliedVersions, reason: rejectionReason };
}

/** The changeset, read again once its agent's library is held, so that nobody decides it at the same time. */
async function holdPending(tx: Tx, tenant: string, id: string): Promise<ChangesetRecord> {
  const { agentId } = await readPending(tx, tenant, id);
  await holdLibrary(tx, tenant, agentId);
  return await readPending(tx, tenant, id);
}

async function readPending(tx: Tx, tenant: string, id: string): Promise<ChangesetRecord> {
  const changeset = await changesetStore(tx, tenant).find(id);
  if (changeset === null) throw notFound('changeset');
  if (!canReview(changeset.status)) throw new ServiceError('conflict', `changeset is ${changeset.status}`);
  return changeset;
}

/** A reviewer's decision on a pending changeset, by itself or as one of many. */

import type { Principal } from '../../domain/principal.ts';
import { redactIf } from '../../domain/safety/redact.ts';
import { isBlocking } from '../../domain/safety/spans.ts';
import { type ChangesetStatus, canReview } from '../../domain/skills/changesets/status.ts';
import { isOwnWork } from '../../domain/skills/changesets/support.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decideChangeset } from './decide-changeset.ts';
import { determineOutcome, executeApproval, overQuotaBy } from './execute-approval.ts';
import { loadAffected, lockPending } from './load-for-decision.ts';
import { type ApprovalPreview, previewApproval } from './preview-approval.ts';
import type { ChangesetRecord, Versions } from './records.ts';
import { changesetStore } from './store.ts';
import { requireShown, targetVersions } from './what-was-shown.ts';

export interface Review {
  id: string;
  approve: boolean;
  comment: string | null;
  /** Applies an approved change without trying it first. */
  skipCanary?: boolean;
  /**
   * What the reviewer saw: the `expect` of a preview, or the digest of the changeset. Without one nothing is
   * compared. A rejection does not rest on what approving would do.
   */
  expect?: string | null;
}

/** What a review led to; `reason` says why it was rejected or why it failed. */
export interface ReviewResult {
  id: string;
  status: ChangesetStatus;
  appliedVersions: Versions | null;
  reason: string | null;
}

/**
 * Approves or rejects. An approved changeset starts a canary, waits behind one, is applied, or fails where a
 * skill moved on since it was proposed or one to create already exists. Shown as something else: conflict,
 * with what changed. More skills than the tenant's quota: `over_quota`. The reviewer's own work, where two people must agree: forbidden. Unknown: `changeset not found`; no longer pending: conflict `changeset is <status>`.
 */
export async function reviewChangeset(
  runtime: Runtime,
  principal: Principal,
  review: Review,
): Promise<ReviewResult> {
  return await reviewOne(runtime, principal, { ...review, oneOfMany: false });
}

async function reviewOne(
  runtime: Runtime,
  { tenant, actor }: Principal,
  review: Review & { oneOfMany: boolean },
): Promise<ReviewResult> {
  const decided = await runtime.db.write(async (tx) => {
    const changeset = await lockPending(tx, tenant, review.id);
    const excluded = review.oneOfMany && review.approve ? exclusionReason(runtime, changeset, actor) : null;
    if (excluded !== null) throw new ServiceError('conflict', excluded);
    return await decide(runtime, tx, tenant, { review, actor, changeset });
  });
  const { id, status, appliedVersions, rejectionReason } = decided;
  return { id, status, appliedVersions, reason: rejectionReason };
}

async function decide(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { review, actor, changeset: pending }: { review: Review; actor: string; changeset: ChangesetRecord },
): Promise<ChangesetRecord> {
  const comment = redactIf(runtime.config.recall.redactPii, review.comment);
  const reviewed = { actor, reviewer: actor, comment };
  const affected = await loadAffected(tx, tenant, pending);
  const skills = targetVersions(
    pending,
    affected.map(({ skill }) => skill),
  );
  const expected = review.expect ?? null;
  if (!review.approve) {
    const now = { changeset: pending, skills, outcome: null };
    requireShown(expected, now, ['operations', 'findings', 'versions']);
    const decider = { ...reviewed, trigger: 'reject' } as const;
    const rejection = { decider, changeset: pending, status: 'rejected', rejectionReason: comment } as const;
    return await decideChangeset(runtime, tx, tenant, rejection);
  }
  if (mayNotApprove(runtime, pending, actor)) throw new ServiceError('forbidden', OWN_WORK);
  const changeset = { ...pending, skipCanary: review.skipCanary ?? false };
  const outcome = await determineOutcome(runtime, tx, tenant, { changeset, affected });
  requireShown(expected, { changeset, skills, outcome }, ['operations', 'findings', 'versions', 'outcome']);
  const decider = { ...reviewed, trigger: 'approve' } as const;
  const refusal = await overQuotaBy(runtime, tx, tenant, outcome);
  if (refusal !== null) throw refusal;
  return await executeApproval(runtime, tx, tenant, { decider, changeset, affected, outcome });
}

const OWN_WORK = 'someone else has to approve what you proposed or wrote';

function mayNotApprove({ config }: Runtime, changeset: ChangesetRecord, actor: string): boolean {
  return config.governance.reviewFourEyes && isOwnWork(changeset, actor);
}

/** One decision among many; `expect` as in a single review. */
export interface ManyReview {
  decisions: { id: string; expect: string | null }[];
  approve: boolean;
  comment: string | null;
}

/** What became of one: `result`, or why there is none. */
export interface OneOfMany {
  id: string;
  result: ReviewResult | null;
  fault: { kind: string; detail: string } | null;
}

/** What approving one of many would do; `excluded` says why it cannot be approved among others. */
export interface PreviewOfMany {
  id: string;
  approval: ApprovalPreview | null;
  excluded: string | null;
}

/**
 * What approving each of these would do now, in the order asked for. Unknown ones and decided ones are
 * excluded.
 */
export async function previewMany(
  runtime: Runtime,
  { tenant, actor }: Principal,
  ids: string[],
): Promise<PreviewOfMany[]> {
  const { read } = runtime.db;
  const records = await changesetStore(read, tenant).findAll(ids);
  const previews: PreviewOfMany[] = [];
  for (const id of ids) {
    const changeset = records.find((record) => record.id === id);
    const excluded =
      changeset === undefined ? 'changeset not found' : exclusionReason(runtime, changeset, actor);
    if (changeset === undefined || !canReview(changeset.status)) {
      previews.push({ id, approval: null, excluded });
      continue;
    }
    const question = { changeset, affected: await loadAffected(read, tenant, changeset) };
    const outcome = await determineOutcome(runtime, read, tenant, question);
    previews.push({ id, approval: previewApproval(outcome, question), excluded });
  }
  return previews;
}

/**
 * Decides one after the other, each with an answer of its own; a refusal of one changes nothing for the
 * others. A dangerous changeset is not approved in passing: it needs a look and a decision by itself.
 */
export async function reviewMany(
  runtime: Runtime,
  principal: Principal,
  { decisions, ...review }: ManyReview,
): Promise<OneOfMany[]> {
  const results: OneOfMany[] = [];
  for (const decision of decisions) {
    const { id } = decision;
    try {
      const result = await reviewOne(runtime, principal, { ...review, ...decision, oneOfMany: true });
      results.push({ id, result, fault: null });
    } catch (error) {
      if (!isServiceError(error) || error.kind === 'unavailable') throw error;
      results.push({ id, result: null, fault: { kind: error.kind, detail: error.detail } });
    }
  }
  return results;
}

function exclusionReason(runtime: Runtime, changeset: ChangesetRecord, actor: string): string | null {
  const { status, risk, safetyFindings } = changeset;
  if (!canReview(status)) return `changeset is ${status}`;
  if (mayNotApprove(runtime, changeset, actor)) return OWN_WORK;
  if (risk === 'high') return 'high risk is decided one by one';
  return safetyFindings.some(isBlocking) ? 'blocking findings are decided one by one' : null;
}

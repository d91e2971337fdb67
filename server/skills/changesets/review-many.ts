/**
 * Many decisions at once, each with an answer of its own. What is dangerous is not approved in passing: it needs a look
 * and a decision by itself.
 */

import type { Principal } from '../../domain/principal.ts';
import { isBlocking } from '../../domain/safety/spans.ts';
import { canReview } from '../../domain/skills/changesets/status.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { outcomeOf, readTouched } from './advance.ts';
import { type ApprovalPreview, previewOf } from './preview-approval.ts';
import type { ChangesetRecord } from './records.ts';
import { type ReviewResult, reviewChangeset } from './review-changeset.ts';
import { changesetStore } from './store.ts';

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

/** What approving each of these would do now, in the order asked for. Unknown ones and decided ones are excluded. */
export async function previewMany(
  runtime: Runtime,
  { tenant }: Principal,
  ids: string[],
): Promise<PreviewOfMany[]> {
  const { read } = runtime.db;
  const previews: PreviewOfMany[] = [];
  for (const id of ids) {
    const changeset = await changesetStore(read, tenant).find(id);
    const excluded = changeset === null ? 'changeset not found' : exclusionOf(changeset);
    if (changeset === null || !canReview(changeset.status)) {
      previews.push({ id, approval: null, excluded });
      continue;
    }
    const touched = await readTouched(read, tenant, changeset);
    const outcome = await outcomeOf(runtime, read, { tenant, changeset, touched });
    previews.push({ id, approval: previewOf(outcome, { changeset, touched }), excluded });
  }
  return previews;
}

/** Decides one after the other; a refusal of one changes nothing for the others. */
export async function reviewMany(
  runtime: Runtime,
  principal: Principal,
  { decisions, approve, comment }: ManyReview,
): Promise<OneOfMany[]> {
  const results: OneOfMany[] = [];
  for (const { id, expect } of decisions) {
    try {
      if (approve) await requireHarmless(runtime, principal, id);
      const result = await reviewChangeset(runtime, principal, { id, approve, comment, expect });
      results.push({ id, result, fault: null });
    } catch (error) {
      if (!isServiceError(error) || error.kind === 'unavailable') throw error;
      results.push({ id, result: null, fault: { kind: error.kind, detail: error.detail } });
    }
  }
  return results;
}

async function requireHarmless(runtime: Runtime, { tenant }: Principal, id: string): Promise<void> {
  const changeset = await changesetStore(runtime.db.read, tenant).find(id);
  const excluded = changeset === null ? null : exclusionOf(changeset);
  if (excluded !== null) throw new ServiceError('conflict', excluded);
}

function exclusionOf({ status, risk, safetyFindings }: ChangesetRecord): string | null {
  if (!canReview(status)) return `changeset is ${status}`;
  if (risk === 'high') return 'a high risk is decided by itself';
  return safetyFindings.some(isBlocking) ? 'a blocking finding is decided by itself' : null;
}

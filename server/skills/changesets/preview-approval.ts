/**
 * What approving a changeset would do now, in the words of the button that promises it. A reviewer who
 * approves may send the promise back, and the server refuses if it no longer holds.
 */

import type { ApprovalOutcome } from '../../domain/skills/changesets/approval-outcome.ts';
import type { ApprovalQuestion } from './execute-approval.ts';
import type { Versions } from './records.ts';
import { approvalDigest, targetVersions } from './what-was-shown.ts';

/** A skill that an approval would give a new version; one that it would create has no id yet. */
interface PromisedVersion {
  id: string | null;
  name: string;
  from: number | null;
  to: number;
}

/**
 * `reason` says why it is this outcome. `versions` are those that would be written: at once, or where
 * `status` is `canary` once the canary is won. `behind` are the skills whose canaries it would wait for.
 * `expect` identifies all of it and is what the click sends along, together with the operations, findings and
 * versions that were shown.
 */
export interface ApprovalPreview {
  status: ApprovalOutcome['status'];
  reason: string;
  versions: PromisedVersion[];
  behind: string[];
  expect: string;
}

/** An outcome as it is promised. */
export function previewApproval(
  outcome: ApprovalOutcome,
  { changeset, affected }: ApprovalQuestion,
): ApprovalPreview {
  const { status, reason } = outcome;
  const versions = promisedVersions(outcome, changeset.baseVersions);
  const behind = outcome.status === 'approved' ? [...outcome.behind] : [];
  const expect = approvalDigest({
    changeset,
    skills: targetVersions(
      changeset,
      affected.map(({ skill }) => skill),
    ),
    outcome,
  });
  return { status, reason, versions, behind, expect };
}

function promisedVersions(outcome: ApprovalOutcome, bases: Versions): PromisedVersion[] {
  const promised = (id: string, name: string) => {
    const from = bases[id] ?? 0;
    return { id, name, from, to: from + 1 };
  };
  switch (outcome.status) {
    case 'applied':
    case 'canary': {
      const changed = outcome.status === 'canary' ? [outcome.candidate] : outcome.changed;
      return [
        ...changed.map(({ id, name }) => promised(id, name)),
        ...outcome.created.map(({ name }) => ({ id: null, name, from: null, to: 1 })),
      ];
    }
    case 'approved':
    case 'failed':
      return [];
    default:
      return outcome satisfies never;
  }
}

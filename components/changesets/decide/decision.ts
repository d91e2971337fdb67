/** What a decision is called before and after it is made, in the words of the server's preview. Pure. */
import { isBlocking } from '../../../server/domain/safety/spans.ts';
import type { Outputs } from '../../api/trpc.ts';
import type { Detail } from '../detail.ts';
import { findingName } from '../preview/finding-text.ts';
import { actorIn } from '../words.ts';

export type ReviewResult = Outputs['changesets']['decide'];
/** What approving would do now. */
export type Approval = Omit<NonNullable<Detail['approval']>['asUsual'], 'trial'>;

/** What the reviewer asks for. */
export type Wish =
  | { approve: true; skipCanary?: boolean; comment?: undefined }
  | { approve: false; comment: string };

/** A decision on its way: `promise` is what the button said, `answer` the server's result or refusal. */
export interface Decided {
  id: string;
  approve: boolean;
  promise: string;
  answer: Promise<ReviewResult>;
}

/** Knows the names of the skills that a changeset changes. */
interface Named {
  skills: readonly { id: string | null; name: string }[];
}

/** The label of the primary button: "Apply as v8", "Start canary vs v7", "No longer applies". */
export function promiseOf({ status, versions, behind }: Approval, { skills }: Named): string {
  switch (status) {
    case 'applied':
      return applying(versions);
    case 'canary':
      return `Start canary vs v${versions[0]?.from ?? 1}`;
    case 'approved': {
      const name = skills.find(({ id }) => id === behind[0])?.name ?? 'the skill';
      return `Queue behind the canary on ${name}`;
    }
    case 'failed':
      return 'No longer applies';
    default:
      return status satisfies never;
  }
}

function applying(versions: Approval['versions']): string {
  const [only] = versions;
  if (only === undefined) return 'Apply';
  if (versions.length > 1) return `Apply to ${versions.length} skills`;
  return only.from === null ? 'Create as v1' : `Apply as v${only.to}`;
}

/** Why the preview says what it says, as a sentence; what holds the change takes the place of its risk. */
export function reasonOf({ status, reason }: Approval, held: string | null): string {
  if (held !== null && status === 'applied') return `Held: ${held}. Approving applies it at once`;
  const sentence = reason.charAt(0).toUpperCase() + reason.slice(1);
  return status === 'failed' ? `It no longer applies: ${reason}` : sentence;
}

/** Findings that make a reviewer confirm twice: the first is named by the button. */
export function dangerOf({
  changeset,
}: {
  changeset: Pick<Detail['changeset'], 'risk' | 'safetyFindings'>;
}): string | null {
  return heldBy(changeset) ?? (changeset.risk === 'high' ? 'high risk' : null);
}

/** "injection: override and 1 more": the findings that hold a change; null where none does. */
export function heldBy({ safetyFindings }: Pick<Detail['changeset'], 'safetyFindings'>): string | null {
  const [first, ...more] = safetyFindings.filter(isBlocking).map(findingName);
  if (first === undefined) return null;
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

/** What became of a decision: "Applied as v8", "Canary started", "Rejected". */
export function outcomeOf({ status, appliedVersions: applied, reason }: ReviewResult): string {
  switch (status) {
    case 'applied': {
      const versions = Object.values(applied ?? {});
      return versions.length === 1 ? `Applied as v${versions[0]}` : `Applied to ${versions.length} skills`;
    }
    case 'canary':
      return 'Canary started';
    case 'approved':
      return 'Queued behind a canary';
    case 'rejected':
      return 'Rejected';
    case 'failed':
      return `Failed: ${reason ?? 'it could not be applied'}`;
    case 'pending':
      return 'Still pending';
    default:
      return status satisfies never;
  }
}

/** Whether the one who decided is offered to take that back: not where a canary runs or a skill was created. */
export function canUndo({ status, appliedVersions: applied }: ReviewResult): boolean {
  if (status === 'applied') return Object.values(applied ?? {}).every((version) => version > 1);
  return status === 'rejected' || status === 'approved';
}

/** Who decided, as the person who looks at it reads it; `viewer` is that person. */
export function reviewerName(detail: Pick<Detail, 'changeset' | 'actorNames'>, viewer: string): string {
  const { reviewer, risk } = detail.changeset;
  if (reviewer === null) return 'its author';
  return reviewer === viewer ? 'you' : actorIn(detail, reviewer, { risk });
}

const DECIDED_WORD = {
  pending: 'Pending',
  approved: 'Queued',
  canary: 'Sent to a canary',
  applied: 'Applied',
  rejected: 'Rejected',
  failed: 'Failed',
} as const satisfies Record<ReviewResult['status'], string>;

/** "Applied", or "Already applied" for who came second. */
export function decidedWord(status: ReviewResult['status'], late: boolean): string {
  const word = DECIDED_WORD[status];
  return late ? `Already ${word.toLowerCase()}` : word;
}

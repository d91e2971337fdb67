/**
 * A decision counts only for what was shown. What a reviewer looks at has a digest of each part that a
 * decision rests on. It comes back with the decision, which is refused if a part has changed by then; the
 * refusal says which.
 */
import { createHash } from 'node:crypto';
import type { ApprovalOutcome } from '../../domain/skills/changesets/approval-outcome.ts';
import { toJson } from '../../platform/db/database.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { SkillRecord } from '../library/index.ts';
import { createdNames } from './load-for-decision.ts';
import type { ChangesetRecord } from './records.ts';

type Shown = Pick<ChangesetRecord, 'ops' | 'safetyFindings'>;

/**
 * A skill of a changeset: the version it was proposed against, null for one to create, and the version it has
 * now.
 */
export interface TargetVersion {
  id: string | null;
  name: string;
  base: number | null;
  now: number | null;
}

/** What a decision rests on; `outcome` is what approving means now, null where that was not shown. */
export interface ReviewedState {
  changeset: Shown;
  skills: readonly TargetVersion[];
  outcome: ApprovalOutcome | null;
}

/** The parts that are compared, in the order of their digests. */
const PARTS = ['operations', 'findings', 'versions', 'outcome'] as const;
export type ShownPart = (typeof PARTS)[number];

const DIGEST_LENGTH = 22;
const SEPARATOR = '.';

/**
 * The skills that a changeset changes, then those that it creates, with their versions of now. `skills` are
 * at least the existing ones that it changes or whose names it wants.
 */
export function targetVersions(
  { agentId, ops, baseVersions }: Pick<ChangesetRecord, 'agentId' | 'ops' | 'baseVersions'>,
  skills: readonly Pick<SkillRecord, 'id' | 'agentId' | 'name' | 'version'>[],
): TargetVersion[] {
  const changed = Object.entries(baseVersions).map(([id, base]) => {
    const skill = skills.find((one) => one.id === id);
    return { id, name: skill?.name ?? id, base, now: skill?.version ?? null };
  });
  const created = createdNames(ops).map((name) => {
    const taken = skills.find((one) => one.agentId === agentId && one.name === name);
    return { id: null, name, base: null, now: taken?.version ?? null };
  });
  return [...changed, ...created];
}

/** Stands for the operations, the findings and the versions of a changeset. */
export function changesetDigest(changeset: Shown, skills: readonly TargetVersion[]): string {
  return digestParts({ changeset, skills, outcome: null }).join(SEPARATOR);
}

/** As {@link changesetDigest}, and for what approving it would do. */
export function approvalDigest(reviewed: ReviewedState): string {
  return digestParts(reviewed).join(SEPARATOR);
}

/**
 * Throws 409 where one of `parts` is another one than was shown, and says what changed. Nothing shown,
 * nothing compared.
 */
export function requireShown(
  shown: string | null,
  reviewed: ReviewedState,
  parts: readonly ShownPart[],
): void {
  if (shown === null) return;
  const [sent, now] = [shown.split(SEPARATOR), digestParts(reviewed)];
  const changed = PARTS.filter((part, index) => {
    // A reviewer who was shown the changeset only was not promised an outcome.
    const compared = parts.includes(part) && !(part === 'outcome' && sent.length === PARTS.length - 1);
    return compared && sent[index] !== now[index];
  });
  if (changed.length === 0) return;
  const known = sent.length >= PARTS.length - 1;
  const why = known ? changed.flatMap((part) => describeChange(part, reviewed)) : [];
  const reasons = why.length === 0 ? '' : `: ${why.join('; ')}`;
  throw new ServiceError('conflict', `things changed since this was shown${reasons}`);
}

function digestParts({ changeset, skills, outcome }: ReviewedState): string[] {
  const versions = skills.map(({ id, name, base, now }) => [id ?? name, base, now]).sort();
  const parts = [changeset.ops, changeset.safetyFindings.toSorted(), versions];
  return [...parts, ...(outcome === null ? [] : [promisedPart(outcome)])].map(digest);
}

function digest(value: unknown): string {
  return createHash('sha256').update(toJson(value)).digest('base64url').slice(0, DIGEST_LENGTH);
}

/** What of an outcome a reviewer was promised; new ids, which are not shown, are not part of it. */
function promisedPart(outcome: ApprovalOutcome): unknown[] {
  const named = (states: readonly { name: string }[]) => states.map(({ name }) => name);
  switch (outcome.status) {
    case 'applied':
      return [outcome.status, named(outcome.changed), named(outcome.created)];
    case 'canary':
      return [outcome.status, named([outcome.candidate]), named(outcome.created)];
    case 'approved':
      return [outcome.status, outcome.behind];
    case 'failed':
      return [outcome.status, outcome.reason];
    default:
      return outcome satisfies never;
  }
}

/** A part that changed, as a reviewer understands it. */
function describeChange(part: ShownPart, { changeset, skills, outcome }: ReviewedState): string[] {
  switch (part) {
    case 'operations':
      return ['its operations were amended'];
    case 'findings':
      return [`its findings are now ${changeset.safetyFindings.join(', ') || 'none'}`];
    case 'versions':
      return skills.filter(({ base, now }) => base !== now).map(movedText);
    case 'outcome':
      return outcome === null ? [] : [outcomeText(outcome)];
    default:
      return part satisfies never;
  }
}

function movedText({ name, base, now }: TargetVersion): string {
  if (base === null) return `a skill named ${name} already exists`;
  return now === null ? `skill ${name} is gone` : `skill ${name} moved from version ${base} to ${now}`;
}

function outcomeText({ status, reason }: ApprovalOutcome): string {
  switch (status) {
    case 'applied':
      return `approving it would apply it at once: ${reason}`;
    case 'canary':
      return `approving it would start a canary: ${reason}`;
    case 'approved':
      return `approving it would queue it: ${reason}`;
    case 'failed':
      return `approving it would fail: ${reason}`;
    default:
      return status satisfies never;
  }
}

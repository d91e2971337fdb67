/**
 * A decision counts only for what was shown. What a reviewer looks at has a digest of each part that a decision rests on; it comes
 * back with the decision, which is refused where a part is another one by then, and the refusal says which.
 */
import { createHash } from 'node:crypto';
import type { ApprovalOutcome } from '../../domain/skills/changesets/approval-outcome.ts';
import { toJson } from '../../platform/db/database.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { KnownSkill } from '../library/index.ts';
import type { ChangesetRecord } from './records.ts';

type Shown = Pick<ChangesetRecord, 'ops' | 'safetyFindings'>;

/** A skill of a changeset: the version it was proposed against, null for one to create, and the one that stands by now. */
export interface SkillStanding {
  id: string | null;
  name: string;
  base: number | null;
  now: number | null;
}

/** What a decision rests on; `outcome` is what approving means now, null where nobody was shown that. */
export interface Standing {
  changeset: Shown;
  skills: readonly SkillStanding[];
  outcome: ApprovalOutcome | null;
}

/** The parts that are compared, in the order of their digests. */
const PARTS = ['operations', 'findings', 'versions', 'outcome'] as const;
export type ShownPart = (typeof PARTS)[number];

const DIGEST_LENGTH = 22;
const SEPARATOR = '.';

/** The skills of a changeset as they stand among `touched`, the existing ones that it changes or whose names it wants. */
export function standingOf(
  { ops, baseVersions }: Pick<ChangesetRecord, 'ops' | 'baseVersions'>,
  touched: readonly KnownSkill[],
): SkillStanding[] {
  const changed = Object.entries(baseVersions).map(([id, base]) => {
    const skill = touched.find((known) => known.skill.id === id)?.skill;
    return { id, name: skill?.name ?? id, base, now: skill?.version ?? null };
  });
  const created = ops.flatMap((op) => {
    if (op.op !== 'create_skill') return [];
    const taken = touched.find(({ skill }) => skill.name === op.name)?.skill;
    return [{ id: null, name: op.name, base: null, now: taken?.version ?? null }];
  });
  return [...changed, ...created];
}

/** Stands for the operations, the findings and the versions of a changeset. */
export function digestOf(changeset: Shown, skills: readonly SkillStanding[]): string {
  return partsOf({ changeset, skills, outcome: null }).join(SEPARATOR);
}

/** As {@link digestOf}, and for what approving it would do. */
export function promiseOf(standing: Standing): string {
  return partsOf(standing).join(SEPARATOR);
}

/** Throws 409 where one of `parts` is another one than was shown, and says what changed. Nothing shown, nothing compared. */
export function requireShown(shown: string | null, standing: Standing, parts: readonly ShownPart[]): void {
  if (shown === null) return;
  const [sent, now] = [shown.split(SEPARATOR), partsOf(standing)];
  const changed = PARTS.filter((part, index) => {
    // Who was only shown the changeset was not told an outcome.
    const compared = parts.includes(part) && !(part === 'outcome' && sent.length === PARTS.length - 1);
    return compared && sent[index] !== now[index];
  });
  if (changed.length === 0) return;
  const known = sent.length >= PARTS.length - 1;
  const why = known ? changed.flatMap((part) => wordsOf(part, standing)) : [];
  const said = why.length === 0 ? '' : `: ${why.join('; ')}`;
  throw new ServiceError('conflict', `things changed since this was shown${said}`);
}

function partsOf({ changeset, skills, outcome }: Standing): string[] {
  const versions = skills.map(({ id, name, base, now }) => [id ?? name, base, now]).sort();
  const parts = [changeset.ops, changeset.safetyFindings.toSorted(), versions];
  return [...parts, ...(outcome === null ? [] : [essenceOf(outcome)])].map(digest);
}

function digest(value: unknown): string {
  return createHash('sha256').update(toJson(value)).digest('base64url').slice(0, DIGEST_LENGTH);
}

/** What of an outcome a reviewer was promised; new ids, which nobody was told, are not part of it. */
function essenceOf(outcome: ApprovalOutcome): unknown[] {
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
function wordsOf(part: ShownPart, { changeset, skills, outcome }: Standing): string[] {
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

function movedText({ name, base, now }: SkillStanding): string {
  if (base === null) return `a skill named ${name} exists by now`;
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

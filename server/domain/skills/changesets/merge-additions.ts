/**
 * Near-duplicate additions are merged before a proposal is stored: what a skill's rule says already is not
 * added again, and of two additions that say the same one remains, with the words by which either would be
 * found.
 */
import { comparableText } from '../../knowledge/resemblance.ts';
import type { BulletIn } from '../skill-input.ts';
import { activeRules, findSkill, type SkillState } from './changeset.ts';
import type { DroppedOp } from './check-ops.ts';
import type { AddOp, CreateSkillOp, Operation } from './ops.ts';
import { restates } from './restatement.ts';

/** Most keywords that a merged rule keeps. */
const MAX_KEYWORDS = 20;

/** The operations without restated additions, in their order, and what was left out of them. */
export function mergeAdditions(
  ops: readonly Operation[],
  skills: readonly SkillState[],
): { ops: Operation[]; dropped: DroppedOp[] } {
  const kept: Operation[] = [];
  const dropped: DroppedOp[] = [];
  for (const op of ops) {
    if (op.op === 'create_skill') kept.push(withoutRepetition(op));
    else if (op.op !== 'add') kept.push(op);
    else {
      const why = isSaid(op, ops, skills) ? 'near_duplicate' : mergeInto(kept, op, skills);
      if (why === null) kept.push(op);
      else dropped.push({ op, why });
    }
  }
  return { ops: kept, dropped };
}

function withoutRepetition(op: CreateSkillOp): CreateSkillOp {
  const bullets: BulletIn[] = [];
  for (const rule of op.bullets) {
    const at = bullets.findIndex((earlier) => isSame(rule, earlier));
    const earlier = bullets[at];
    if (earlier === undefined) bullets.push(rule);
    else bullets[at] = merged(earlier, rule);
  }
  return { ...op, bullets };
}

/**
 * Whether a rule that stays in the skill says it. A rule that is being reworded or removed may say something
 * else soon.
 */
function isSaid(op: AddOp, ops: readonly Operation[], skills: readonly SkillState[]): boolean {
  const skill = findSkill(skills, op.skill);
  if (skill === undefined) return false;
  const changing = new Set(
    ops.flatMap((other) => (other.op === 'remove' || other.op === 'update' ? [other.bullet] : [])),
  );
  return activeRules(skill).some(({ id, content }) => !changing.has(id) && restates(op.content, content));
}

/**
 * Merges an addition into an earlier one for the same skill and says what it was of that one; null where
 * there is none.
 */
function mergeInto(kept: Operation[], op: AddOp, skills: readonly SkillState[]): DroppedOp['why'] | null {
  const nameOf = (reference: string) => findSkill(skills, reference)?.name ?? reference;
  const at = kept.findIndex(
    (other) => other.op === 'add' && nameOf(other.skill) === nameOf(op.skill) && isSame(op, other),
  );
  const earlier = kept[at];
  if (earlier?.op !== 'add') return null;
  kept[at] = { ...earlier, ...merged(earlier, op) };
  return comparableText(earlier.content) === comparableText(op.content) ? 'repeated' : 'near_duplicate';
}

function isSame(a: BulletIn, b: BulletIn): boolean {
  return restates(a.content, b.content) || restates(b.content, a.content);
}

/** The wording that says more, with the keywords of both. */
function merged(earlier: BulletIn, later: BulletIn): BulletIn {
  const says = restates(later.content, earlier.content) ? earlier : later;
  return {
    section: says.section,
    content: says.content,
    issue: earlier.issue || later.issue,
    keywords: [...new Set([...earlier.keywords, ...later.keywords])].slice(0, MAX_KEYWORDS),
  };
}

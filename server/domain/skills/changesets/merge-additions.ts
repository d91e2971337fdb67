/**
 * Near-duplicate additions are merged before a proposal is stored: what a skill's rule says already is not
 * added again, and of two additions that say the same one remains, with the words by which either would be
 * found.
 */

import { analyze } from '../../knowledge/analyze.ts';
import { comparableText } from '../../knowledge/resemblance.ts';
import { triggerOf } from '../../moments/trigger.ts';
import type { BulletIn } from '../skill-input.ts';
import { activeRules, findSkill, type SkillState } from './changeset.ts';
import type { DroppedOp } from './check-ops.ts';
import type { AddOp, CreateSkillOp, Operation } from './ops.ts';

// Whether a rule says what another one says already, in other words. Rules that are taken for the same are
// merged without a person, so every doubt counts as a difference: a negation, a number, or what comes before
// what.

/** A word more or less in ten is no other statement. */
const SAME_SHARE = 0.9;

/** A text that adds no word to a much longer one still says something else: it is a part of it. */
const LEAST_PART = 0.6;

/** Fewer content words than this are compared as written. */
const FEW_WORDS = 3;

/** Small words that ranking ignores and that turn a rule into another one. */
const TURNING =
  /\b(?:no|not|never|without|cannot|none|nor|unless|except|only|any|all|each|every|both|until|above|below|over|under|more|less|most|least|fewer|first|last|off|out|up|down|instead|rather)\b|n['’]t\b/giu;

/** Small words that say in which order the others count. */
const ORDERING =
  /\b(?:before|after|then|once|while|from|to|into|onto|by|than|rather|instead|over|under|until|prior|with)\b/giu;

interface Reading {
  readonly text: string;
  readonly terms: readonly string[];
  readonly distinct: ReadonlySet<string>;
  /** Small words that must be the same in both, in any order. */
  readonly turning: string;
  readonly numbers: string;
  /** Small words that must be the same in both, in their order. */
  readonly ordering: string;
}

/** Readings of the last texts: a comparison is of one text with many. */
const remembered = new Map<string, Reading>();
const REMEMBERED_TEXTS = 300;

function readText(raw: string): Reading {
  const known = remembered.get(raw);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED_TEXTS) remembered.clear();
  const reading = read(raw);
  remembered.set(raw, reading);
  return reading;
}

function read(raw: string): Reading {
  const text = comparableText(raw);
  const terms = analyze(raw);
  const listed = (found: readonly string[]) => found.toSorted().join(' ');
  return {
    text,
    terms,
    distinct: new Set(terms),
    turning: listed(text.match(TURNING)?.map((word) => (/^n['’]t$/.test(word) ? 'not' : word)) ?? []),
    numbers: listed(text.match(/\d+/g) ?? []),
    ordering: (text.match(ORDERING) ?? []).join(' '),
  };
}

/**
 * Whether `text` says nothing that `known` does not say. Not symmetric: a rule that adds a condition restates
 * nothing.
 */
export function restates(text: string, known: string): boolean {
  const [added, existing] = [readText(text), readText(known)];
  if (added.text === existing.text) return true;
  if (added.turning !== existing.turning || added.numbers !== existing.numbers) return false;
  if (added.distinct.size < FEW_WORDS) return false;
  if (added.ordering !== existing.ordering) return false;
  if (added.ordering !== '') return added.terms.join(' ') === existing.terms.join(' ');
  const shared = [...added.distinct].filter((term) => existing.distinct.has(term)).length;
  const isPart = shared === added.distinct.size && shared >= existing.distinct.size * LEAST_PART;
  const together = added.distinct.size + existing.distinct.size - shared;
  return isPart || shared / together >= SAME_SHARE;
}

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
      const why = isRestated(op, ops, skills) ? 'near_duplicate' : mergeInto(kept, op, skills);
      if (why === null) kept.push(op);
      else dropped.push({ op, why });
    }
  }
  return { ops: kept, dropped };
}

function withoutRepetition(op: CreateSkillOp): CreateSkillOp {
  const bullets: BulletIn[] = [];
  for (const rule of op.bullets) {
    const at = bullets.findIndex((earlier) => isSameRule(rule, earlier));
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
function isRestated(op: AddOp, ops: readonly Operation[], skills: readonly SkillState[]): boolean {
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
    (other) => other.op === 'add' && nameOf(other.skill) === nameOf(op.skill) && isSameRule(op, other),
  );
  const earlier = kept[at];
  if (earlier?.op !== 'add') return null;
  kept[at] = { ...earlier, ...merged(earlier, op) };
  return comparableText(earlier.content) === comparableText(op.content) ? 'repeated' : 'near_duplicate';
}

/** Whether each of two rules would be nothing new beside the other, or one of them. */
export function isSameRule(a: Pick<BulletIn, 'content'>, b: Pick<BulletIn, 'content'>): boolean {
  return restates(a.content, b.content) || restates(b.content, a.content);
}

/** The wording that says more, with the keywords of both. */
function merged(earlier: BulletIn, later: BulletIn): BulletIn {
  const wording = restates(later.content, earlier.content) ? earlier : later;
  return {
    section: wording.section,
    content: wording.content,
    issue: earlier.issue || later.issue,
    keywords: [...new Set([...earlier.keywords, ...later.keywords])].slice(0, MAX_KEYWORDS),
    ...triggerOf(wording.applies_when ? wording : wording === earlier ? later : earlier),
  };
}

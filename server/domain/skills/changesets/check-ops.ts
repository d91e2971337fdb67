/**
 * Keeps what could never apply away from reviewers. A learning job's operations are checked before they are
 * stored; of two that say the same or exclude each other the first is kept, so that what remains applies as a
 * whole.
 */

import { changedTrigger } from '../../moments/trigger.ts';
import { activeRules, findSkill, type RuleState, type SkillState } from './changeset.ts';
import { sameJson } from './diff-skill.ts';
import type { AddOp, Operation, RemoveOp, SetDescriptionOp, UpdateOp } from './ops.ts';

/** Why an operation was dropped. */
type DropReason =
  | 'unknown_skill'
  | 'unknown_bullet'
  | 'skill_exists'
  | 'repeated'
  | 'near_duplicate'
  | 'contradicts'
  | 'changes_nothing'
  | 'over_limit';

export type DroppedOp = { readonly op: Operation; readonly why: DropReason };

/** The skills that the operations may change, and how many operations a changeset may have. */
export type CheckContext = {
  readonly skills: readonly SkillState[];
  /** Names that no skill may be created with, because it would hide another one. */
  readonly reserved?: readonly string[];
  readonly limit: number;
};

/**
 * Splits operations into those that apply together, in their order, and those that do not, each with the
 * reason.
 */
export function checkOps(
  ops: readonly Operation[],
  { skills, reserved = [], limit }: CheckContext,
): { kept: Operation[]; dropped: DroppedOp[] } {
  const dropped: DroppedOp[] = [];
  const hiding = ops.filter((op) => op.op === 'create_skill' && reserved.includes(op.name));
  dropped.push(...hiding.map((op) => ({ op, why: 'skill_exists' as const })));
  const candidates = ops.filter((op) => !hiding.includes(op));
  const sound = dropFaulty(candidates, skills, dropped);
  dropped.push(...sound.slice(limit).map((op) => ({ op, why: 'over_limit' as const })));
  return { kept: dropFaulty(sound.slice(0, limit), skills, dropped), dropped };
}

/**
 * Drops what is faulty until nothing is: an operation may have been sound only together with another that was
 * dropped.
 */
function dropFaulty(
  ops: readonly Operation[],
  skills: readonly SkillState[],
  dropped: DroppedOp[],
): Operation[] {
  const claims = claimsOf(ops, skills);
  const kept: Operation[] = [];
  for (const op of ops) {
    const why = findDropReason(op, claims);
    if (why === null) {
      claim(op, claims);
      kept.push(op);
    } else dropped.push({ op, why });
  }
  return kept.length === ops.length ? kept : dropFaulty(kept, skills, dropped);
}

/** What the operations kept so far have taken for themselves. Rules go by id, which no two skills share. */
type Claims = {
  /** Known skills, then those that an operation creates. */
  readonly skills: SkillState[];
  readonly created: Set<string>;
  /** Texts added, by skill. */
  readonly texts: Set<string>;
  readonly described: Map<string, SetDescriptionOp>;
  readonly updated: Map<string, UpdateOp>;
  readonly removed: Set<string>;
  /** Rules that others are merged into. */
  readonly surviving: Set<string>;
  /**
   * Rules that some operation wants to remove: the same text may be added again, for example under another
   * section.
   */
  readonly leaving: ReadonlySet<string>;
};

function claimsOf(ops: readonly Operation[], skills: readonly SkillState[]): Claims {
  return {
    skills: [...skills],
    created: new Set(),
    texts: new Set(),
    described: new Map(),
    updated: new Map(),
    removed: new Set(),
    surviving: new Set(),
    leaving: new Set(ops.filter((op) => op.op === 'remove').map(({ bullet }) => bullet)),
  };
}

function findDropReason(op: Operation, claims: Claims): DropReason | null {
  if (op.op === 'create_skill') {
    if (claims.created.has(op.name)) return 'repeated';
    return claims.skills.some(({ name }) => name === op.name) ? 'skill_exists' : null;
  }
  const skill = findSkill(claims.skills, op.skill);
  if (!skill) return 'unknown_skill';
  switch (op.op) {
    case 'add':
      return faultOfAdd(op, skill, claims);
    case 'update':
      return faultOfUpdate(op, skill, claims);
    case 'remove':
      return faultOfRemove(op, skill, claims);
    case 'set_description':
      return faultOfDescription(op, skill, claims);
    default:
      return op satisfies never;
  }
}

function faultOfAdd(op: AddOp, skill: SkillState, { texts, leaving }: Claims): DropReason | null {
  const text = comparable(op.content);
  const isDuplicate = activeRules(skill).some(
    ({ id, content }) => !leaving.has(id) && comparable(content) === text,
  );
  if (isDuplicate) return 'changes_nothing';
  return texts.has(textKey(skill.name, op.content)) ? 'repeated' : null;
}

function faultOfUpdate(op: UpdateOp, skill: SkillState, { removed, updated }: Claims): DropReason | null {
  const rule = findRule(skill, op.bullet);
  if (!rule) return 'unknown_bullet';
  if (removed.has(op.bullet)) return 'contradicts';
  const earlier = updated.get(op.bullet);
  if (earlier)
    return sameJson(proposedWording(earlier, rule), proposedWording(op, rule)) ? 'repeated' : 'contradicts';
  const changed =
    op.position !== undefined || !sameJson(proposedWording(op, rule), proposedWording(rule, rule));
  return changed ? null : 'changes_nothing';
}

function faultOfRemove(op: RemoveOp, skill: SkillState, claims: Claims): DropReason | null {
  if (!findRule(skill, op.bullet)) return 'unknown_bullet';
  if (claims.removed.has(op.bullet)) return 'repeated';
  if (claims.updated.has(op.bullet) || claims.surviving.has(op.bullet)) return 'contradicts';
  if (!op.merged_into) return null;
  if (!findRule(skill, op.merged_into)) return 'unknown_bullet';
  return op.merged_into === op.bullet || claims.removed.has(op.merged_into) ? 'contradicts' : null;
}

function faultOfDescription(op: SetDescriptionOp, skill: SkillState, claims: Claims): DropReason | null {
  const heading = proposedHeading(op, skill);
  const earlier = claims.described.get(skill.name);
  if (earlier) return sameJson(proposedHeading(earlier, skill), heading) ? 'repeated' : 'contradicts';
  return sameJson(heading, [skill.description, skill.tags, skill.frontMatter]) ? 'changes_nothing' : null;
}

function claim(op: Operation, claims: Claims): void {
  if (op.op === 'create_skill') {
    const { name, description, tags, front_matter: frontMatter = {} } = op;
    claims.created.add(name);
    claims.skills.push({ id: name, name, description, tags, frontMatter, bullets: [] });
    for (const { content } of op.bullets) claims.texts.add(textKey(name, content));
    return;
  }
  const name = findSkill(claims.skills, op.skill)?.name ?? op.skill;
  if (op.op === 'add') claims.texts.add(textKey(name, op.content));
  if (op.op === 'update') claims.updated.set(op.bullet, op);
  if (op.op === 'remove') claims.removed.add(op.bullet);
  if (op.op === 'remove' && op.merged_into) claims.surviving.add(op.merged_into);
  if (op.op === 'set_description') claims.described.set(name, op);
}

function findRule(skill: SkillState, id: string): RuleState | undefined {
  return activeRules(skill).find((rule) => rule.id === id);
}

/** What a rule would say: the change where there is one, else the rule. */
function proposedWording(change: UpdateOp | RuleState, rule: RuleState) {
  const { section, content, issue, keywords } = change;
  const trigger = changedTrigger(change, rule);
  const [words, why] = [content ?? rule.content, issue ?? rule.issue];
  return [section ?? rule.section, words, why, keywords ?? rule.keywords, trigger];
}

function proposedHeading(op: SetDescriptionOp, skill: SkillState) {
  return [op.description, op.tags ?? skill.tags, op.front_matter ?? skill.frontMatter];
}

/** Texts that differ in case or white space alone say the same. */
function comparable(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

function textKey(skill: string, content: string): string {
  return `${skill} ${comparable(content)}`;
}

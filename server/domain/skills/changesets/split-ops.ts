/**
 * Splits what one job proposes by skill. A canary tries one skill, so a proposal that changes several would
 * be applied untried: whatever can be decided apart is proposed apart.
 */

import { findSkill, type SkillState } from './changeset.ts';
import { restates } from './merge-additions.ts';
import type { Operation } from './ops.ts';

/**
 * The operations in groups that may be decided one without the other, in their order. Operations on one skill
 * stay together, and so do those that need each other: one that names a skill which another creates, a merge
 * into a rule of another skill, and a rule that moves from one skill to another. Where at most one existing
 * skill changes there is one group: its canary can carry what is created beside.
 */
export function splitOps(ops: readonly Operation[], skills: readonly SkillState[]): Operation[][] {
  if (ops.length === 0) return [];
  const keyOf = (op: Operation) => keyIn(skills, op);
  const groups = new Groups(ops.map(keyOf));
  for (const op of ops) {
    for (const needed of neededBy(op, ops, skills)) groups.join(keyOf(op), needed);
  }
  const parts = [...Map.groupBy(ops, (op) => groups.of(keyOf(op))).values()];
  const existing = new Set(skills.map(({ id }) => id));
  const changing = parts.filter((part) => part.some((op) => existing.has(keyOf(op))));
  return changing.length > 1 ? parts : [[...ops]];
}

/** What tells skills apart: the id, or the name of one that does not exist yet. */
function keyIn(skills: readonly SkillState[], op: Operation): string {
  if (op.op === 'create_skill') return op.name;
  return findSkill(skills, op.skill)?.id ?? op.skill;
}

/** The other skills, by key, that the operation would be wrong without. */
function neededBy(op: Operation, ops: readonly Operation[], skills: readonly SkillState[]): string[] {
  const texts = servedTexts(op);
  const named = ops.flatMap((other) =>
    other.op === 'create_skill' && texts.some((text) => names(text, other.name)) ? [other.name] : [],
  );
  if (op.op !== 'remove') return named;
  const ruleIn = ({ bullets }: SkillState, id: string) => bullets.find((rule) => rule.id === id);
  const removed = skills.map((skill) => ruleIn(skill, op.bullet)).find((rule) => rule !== undefined);
  const restating = ops.filter(
    (other) => removed && servedTexts(other).some((text) => restates(removed.content, text)),
  );
  const { merged_into: survivor } = op;
  const owners = skills.filter((skill) => survivor && ruleIn(skill, survivor) !== undefined);
  return [...restating.map((other) => keyIn(skills, other)), ...owners.map(({ id }) => id)];
}

/** The texts that an operation brings into service. */
function servedTexts(op: Operation): string[] {
  switch (op.op) {
    case 'create_skill':
      return [op.description, ...op.bullets.flatMap(({ content, issue }) => [content, issue])];
    case 'add':
    case 'update':
      return [op.content ?? '', op.issue ?? ''].filter((text) => text !== '');
    case 'set_description':
      return [op.description];
    case 'remove':
      return [];
    default:
      return op satisfies never;
  }
}

/** Whether a text has a skill's name in it as a word of its own. */
function names(text: string, name: string): boolean {
  return text
    .toLowerCase()
    .split(/[^a-z0-9-]+/)
    .includes(name);
}

/** Which keys belong together. */
class Groups {
  private readonly leader: Map<string, string>;

  constructor(keys: readonly string[]) {
    this.leader = new Map(keys.map((key) => [key, key]));
  }

  /** The key that stands for the group. */
  of(key: string): string {
    return this.leader.get(key) ?? key;
  }

  /** Joins two groups; a key that no operation has is in none. */
  join(a: string, b: string): void {
    if (!this.leader.has(b)) return;
    const [into, from] = [this.of(a), this.of(b)];
    for (const [key, leader] of this.leader) if (leader === from) this.leader.set(key, into);
  }
}

/** Operations as cards in the reading order of the skill, between them the rules that stay. Pure. */

import type { AddOp, Operation, UpdateOp } from '../../../server/domain/skills/changesets/ops.ts';
import {
  activeRules,
  type RuleState,
  type Section,
  type SkillState,
} from '../../../server/domain/skills/skill-state.ts';
import { headingChanges, type Place, readingOrder, type SmallChange, smallChanges } from './small-changes.ts';

export type ChangeKind = 'added' | 'changed' | 'moved' | 'removed' | 'merged' | 'description' | 'new skill';

/** One operation. `before` and `after` are the wording; both are the same where only something else changes. */
export interface ChangeCard {
  /** The place of the operation in the changeset. */
  index: number;
  op: Operation;
  kind: ChangeKind;
  section: Section | null;
  before: string | null;
  after: string | null;
  small: SmallChange[];
  /** The rule as it stood, with its evidence; null for what is new. */
  rule: RuleState | null;
  /** The rule that says it instead. */
  survivor: RuleState | null;
  findings: readonly string[];
}

/** A card, or a rule that stays as it is. */
export type Entry =
  | { kind: 'card'; section: Section | null; card: ChangeCard }
  | { kind: 'rule'; section: Section; rule: RuleState };

/** What a changeset does to one skill. */
export interface SkillChanges {
  name: string;
  id: string | null;
  entries: Entry[];
  unchanged: number;
}

interface Skill {
  id: string | null;
  name: string;
  base: SkillState | null;
  after: SkillState | null;
}

interface Question {
  ops: readonly Operation[];
  skills: readonly Skill[];
  findingsByOp: readonly (readonly string[])[];
}

/** The changes by skill, in the order in which the changeset names them. */
export function changesBySkill({ ops, skills, findingsByOp }: Question): SkillChanges[] {
  const groups = new Map<string, { skill: Skill; places: Place[] }>();
  const newIds = newRuleIds(ops);
  for (const [index, op] of ops.entries()) {
    const skill = skillOf(op, skills);
    const group = groups.get(skill.name) ?? { skill, places: [] };
    groups.set(skill.name, group);
    const card = cardOf(op, { index, skill, findings: findingsByOp[index] ?? [] });
    group.places.push({ ruleId: ruleIdOf(op, newIds.get(index)), card });
  }
  return [...groups.values()].map(({ skill, places }) => {
    const entries = readingOrder(skill, places);
    const unchanged = entries.filter(({ kind }) => kind === 'rule').length;
    return { name: skill.name, id: skill.id, entries, unchanged };
  });
}

/** The cards as `n` goes through them. */
export function cardsOf(groups: readonly SkillChanges[]): ChangeCard[] {
  return groups.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === 'card' ? [entry.card] : [])),
  );
}

function skillOf(op: Operation, skills: readonly Skill[]): Skill {
  const ref = op.op === 'create_skill' ? op.name : op.skill;
  const known = skills.find(({ id, name }) => name === ref || id === ref);
  return known ?? { id: null, name: ref, base: null, after: null };
}

/** The ids that a preview gives to new rules: counted over the operations in their order. */
function newRuleIds(ops: readonly Operation[]): Map<number, string> {
  const ids = new Map<number, string>();
  let count = 0;
  for (const [index, op] of ops.entries()) {
    if (op.op === 'create_skill') count += op.bullets.length;
    if (op.op !== 'add') continue;
    count += 1;
    ids.set(index, `new-rule-${count}`);
  }
  return ids;
}

function ruleIdOf(op: Operation, newId: string | undefined): string | null {
  if (op.op === 'update' || op.op === 'remove') return op.bullet;
  return newId ?? null;
}

interface Setting extends Pick<ChangeCard, 'index' | 'findings'> {
  skill: Skill;
}

const NOTHING = { section: null, before: null, after: null, small: [], rule: null, survivor: null };

function cardOf(op: Operation, { skill, ...known }: Setting): ChangeCard {
  const common = { ...known, op };
  switch (op.op) {
    case 'create_skill':
      return { ...NOTHING, ...common, kind: 'new skill', after: op.description };
    case 'set_description': {
      const before = skill.base?.description ?? null;
      const small = headingChanges(op, skill.base);
      return { ...NOTHING, ...common, kind: 'description', before, after: op.description, small };
    }
    case 'add':
      return { ...NOTHING, ...common, ...added(op) };
    case 'update':
      return { ...NOTHING, ...common, ...updated(op, skill) };
    case 'remove': {
      const rule = ruleOf(skill.base, op.bullet);
      const survivor = op.merged_into
        ? (ruleOf(skill.after, op.merged_into) ?? ruleOf(skill.base, op.merged_into))
        : null;
      const kind = op.merged_into ? ('merged' as const) : ('removed' as const);
      const before = rule?.content ?? `Rule ${op.bullet}`;
      return { ...NOTHING, ...common, kind, section: rule?.section ?? null, before, rule, survivor };
    }
    default:
      return op satisfies never;
  }
}

function added({ section, content, ...rest }: AddOp) {
  const small = smallChanges(null, rest);
  return { kind: 'added' as const, section, after: content, small };
}

function updated(op: UpdateOp, skill: Skill) {
  const rule = ruleOf(skill.base, op.bullet);
  const parts = [op.content, op.section, op.issue, op.keywords, op.blocks];
  const reworded = op.applies_when !== undefined || parts.some((part) => part != null);
  return {
    kind: reworded ? ('changed' as const) : ('moved' as const),
    section: op.section ?? rule?.section ?? null,
    before: rule?.content ?? null,
    after: op.content ?? rule?.content ?? `Rule ${op.bullet}`,
    small: [...smallChanges(rule, op), ...placeChange(op, skill)],
    rule,
  };
}

function placeChange({ bullet, position }: UpdateOp, { base }: Skill): SmallChange[] {
  if (position === undefined) return [];
  const from = base === null ? -1 : activeRules(base).findIndex(({ id }) => id === bullet);
  return [{ label: 'Place', before: from < 0 ? null : `${from + 1}`, after: `${position + 1}` }];
}

function ruleOf(state: SkillState | null, id: string): RuleState | null {
  return state?.bullets.find((rule) => rule.id === id) ?? null;
}

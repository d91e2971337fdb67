/**
 * What skills become when operations are applied. The one place that gives operations their meaning: the
 * preview in review, the text a candidate arm serves and the version that is stored are all this function's
 * result.
 */
import { changedTrigger, triggerOf } from '../../moments/trigger.ts';
import type { BulletIn } from '../skill-input.ts';
import { activeRules, type RuleState, type SkillState } from './changeset.ts';
import type { AddOp, CreateSkillOp, Operation, RemoveOp, SetDescriptionOp, UpdateOp } from './ops.ts';

/** Where new ids come from, and the episodes that taught what is added or reworded. */
export type NewIds = {
  readonly newSkillId: () => string;
  readonly newBulletId: () => string;
  readonly sources?: readonly string[];
};

/**
 * An operation that names something which is not there, or creates what already is: the skills moved since it
 * was proposed.
 */
export class InapplicableOperationError extends Error {
  readonly operation: Operation;

  constructor(operation: Operation, why: string) {
    super(`cannot apply ${operation.op}: ${why}`);
    this.name = 'InapplicableOperationError';
    this.operation = operation;
  }
}

/**
 * Applies operations in order and returns every skill, those created at the end. Only what an operation names
 * changes: other skills are returned as the same objects, an updated rule keeps its id and counters, a
 * removed one stays with status `removed`. Throws an InapplicableOperationError.
 */
export function applyOps(
  skills: readonly SkillState[],
  ops: readonly Operation[],
  origin: NewIds,
): SkillState[] {
  const drafts = skills.map(openDraft);
  for (const op of ops) {
    if (op.op === 'create_skill') drafts.push(create(drafts, op, origin));
    else change(named(drafts, op), op, origin);
  }
  return drafts.map(closeDraft);
}

/**
 * The skills that operations create, without those that they change: what a promoted canary still has to
 * bring about.
 */
export function createdSkills(ops: readonly Operation[], origin: NewIds): SkillState[] {
  const names = new Set(ops.flatMap((op) => (op.op === 'create_skill' ? [op.name] : [])));
  const own = ops.filter((op) => names.has(op.op === 'create_skill' ? op.name : op.skill));
  return applyOps([], own, origin);
}

/** A skill being changed: its rules by id in order, and the places that operations asked for. */
type Draft = {
  skill: SkillState;
  readonly rules: Map<string, RuleState>;
  readonly placed: Map<string, number>;
  changed: boolean;
};
type ChangeOp = Exclude<Operation, CreateSkillOp>;

function openDraft(skill: SkillState): Draft {
  return {
    skill,
    rules: new Map(skill.bullets.map((rule) => [rule.id, rule])),
    placed: new Map(),
    changed: false,
  };
}

function create(drafts: readonly Draft[], op: CreateSkillOp, origin: NewIds): Draft {
  const { name, description, tags } = op;
  if (drafts.some(({ skill }) => skill.name === name)) {
    throw new InapplicableOperationError(op, `there is a skill named ${name}`);
  }
  const bullets = op.bullets.map((rule) => newRule(rule, origin));
  return openDraft({
    id: origin.newSkillId(),
    name,
    description,
    tags,
    frontMatter: op.front_matter ?? {},
    bullets,
  });
}

function named(drafts: readonly Draft[], op: ChangeOp): Draft {
  const draft =
    drafts.find(({ skill }) => skill.id === op.skill) ?? drafts.find(({ skill }) => skill.name === op.skill);
  if (!draft) throw new InapplicableOperationError(op, `no skill ${op.skill} exists`);
  return draft;
}

function change(draft: Draft, op: ChangeOp, origin: NewIds): void {
  draft.changed = true;
  switch (op.op) {
    case 'add':
      add(draft, op, origin);
      break;
    case 'update':
      update(draft, op, origin);
      break;
    case 'remove':
      remove(draft, op);
      break;
    case 'set_description':
      setHeading(draft, op);
      break;
    default:
      op satisfies never;
  }
}

function add(draft: Draft, op: AddOp, origin: NewIds): void {
  const rule = newRule(op, origin);
  draft.rules.set(rule.id, rule);
  if (op.position !== undefined) draft.placed.set(rule.id, op.position);
}

function update(draft: Draft, op: UpdateOp, origin: NewIds): void {
  const known = requireActiveRule(draft, op, op.bullet);
  const { applies_when: _, blocks: __, ...rule } = known;
  draft.rules.set(rule.id, {
    ...rule,
    section: op.section ?? rule.section,
    content: op.content ?? rule.content,
    issue: op.issue ?? rule.issue,
    keywords: op.keywords ?? rule.keywords,
    sources: together(rule.sources, origin.sources ?? []),
    ...changedTrigger(op, known),
  });
  if (op.position !== undefined) draft.placed.set(rule.id, op.position);
}

function remove(draft: Draft, op: RemoveOp): void {
  const rule = requireActiveRule(draft, op, op.bullet);
  if (op.merged_into) {
    const survivor = requireActiveRule(draft, op, op.merged_into);
    if (survivor === rule) throw new InapplicableOperationError(op, 'a rule cannot be merged into itself');
    draft.rules.set(survivor.id, mergedRule(survivor, rule));
  }
  draft.rules.set(rule.id, { ...rule, status: 'removed' });
}

/**
 * The surviving rule with the evidence of the one it replaces. Verdicts add up, each being one judgement of
 * one of the two. `used` does not: a skill is served with all of its rules, so both were served by the same
 * episodes, those of the older rule, and adding would count them twice. The removed rule keeps its own
 * counters as history. A survivor without a trigger takes over the conditions, but never that it blocks.
 */
function mergedRule(survivor: RuleState, removed: RuleState): RuleState {
  return {
    ...survivor,
    helpful: survivor.helpful + removed.helpful,
    harmful: survivor.harmful + removed.harmful,
    neutral: survivor.neutral + removed.neutral,
    ...mergedAdherence(survivor, removed),
    used: Math.max(survivor.used, removed.used),
    sources: together(survivor.sources, removed.sources),
    ...(survivor.applies_when ? {} : triggerOf({ applies_when: removed.applies_when })),
  };
}

/** Those of the two that are known; a rule that was never shown before a call has none. */
function mergedAdherence(survivor: RuleState, removed: RuleState): Partial<RuleState> {
  const counters = ['followed', 'broken', 'followed_failed'] as const;
  return Object.fromEntries(
    counters
      .filter((counter) => (survivor[counter] ?? removed[counter]) !== undefined)
      .map((counter) => [counter, (survivor[counter] ?? 0) + (removed[counter] ?? 0)]),
  );
}

function setHeading(draft: Draft, { description, tags, front_matter }: SetDescriptionOp): void {
  const { skill } = draft;
  draft.skill = {
    ...skill,
    description,
    tags: tags ?? skill.tags,
    frontMatter: front_matter ?? skill.frontMatter,
  };
}

function requireActiveRule({ skill, rules }: Draft, op: UpdateOp | RemoveOp, id: string): RuleState {
  const rule = rules.get(id);
  if (rule?.status !== 'active')
    throw new InapplicableOperationError(op, `${skill.name} has no active rule ${id}`);
  return rule;
}

function newRule(
  { section, content, issue, keywords, ...trigger }: BulletIn,
  { newBulletId, sources }: NewIds,
): RuleState {
  return {
    id: newBulletId(),
    section,
    content,
    issue,
    keywords,
    helpful: 0,
    harmful: 0,
    neutral: 0,
    used: 0,
    status: 'active',
    sources: [...(sources ?? [])],
    ...triggerOf(trigger),
  };
}

function closeDraft(draft: Draft): SkillState {
  if (!draft.changed) return draft.skill;
  const rules = [...draft.rules.values()];
  return { ...draft.skill, bullets: draft.placed.size > 0 ? arranged(rules, draft.placed) : rules };
}

/**
 * Rules that asked for a place stand there; the others fill the rest in their order, and removed ones follow.
 */
function arranged(rules: readonly RuleState[], placed: ReadonlyMap<string, number>): RuleState[] {
  const active = activeRules({ bullets: rules });
  const placeOf = ({ id }: RuleState) => placed.get(id) ?? 0;
  const moving = active.filter(({ id }) => placed.has(id)).sort((a, b) => placeOf(a) - placeOf(b));
  const order: RuleState[] = [];
  let next = 0;
  const placeMoved = (last: boolean) => {
    for (let rule = moving[next]; rule && (last || placeOf(rule) <= order.length); rule = moving[next]) {
      order.push(rule);
      next += 1;
    }
  };
  for (const rule of active.filter(({ id }) => !placed.has(id))) {
    placeMoved(false);
    order.push(rule);
  }
  placeMoved(true);
  return [...order, ...rules.filter(({ status }) => status === 'removed')];
}

function together(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}

/** What a reviewer made of each operation of a proposal: kept, reworded or left out. Pure. */
import { changedTrigger, type Trigger, type TriggerChange } from '../../../server/domain/moments/trigger.ts';
import { describeTrigger } from '../../../server/domain/moments/wording.ts';
import type { CreateSkillOp, Operation } from '../../../server/domain/skills/changesets/ops.ts';
import type { RuleState, Section } from '../../../server/domain/skills/skill-state.ts';

/** `amended` is null where the operation was left out, `original` where it was newly written. */
export interface Pair {
  original: Operation | null;
  amended: Operation | null;
  /** Whether both say the same. */
  same: boolean;
}

/** The operations of the proposal in their order with what became of each, then those that are new. */
export function pairOps(original: readonly Operation[], amended: readonly Operation[]): Pair[] {
  const left = [...amended];
  const take = (fits: (op: Operation) => boolean): Operation | null => {
    const at = left.findIndex(fits);
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  };
  const exact = original.map((op) => take((other) => JSON.stringify(other) === JSON.stringify(op)));
  const pairs = original.map((op, at): Pair => {
    const same = exact[at];
    if (same) return { original: op, amended: same, same: true };
    return { original: op, amended: take((other) => isRewordingOf(other, op)), same: false };
  });
  return [...pairs, ...left.map((op) => ({ original: null, amended: op, same: false }))];
}

/** The texts of an operation, one below the other. */
export function wordingOf(op: Operation): string {
  switch (op.op) {
    case 'create_skill':
      return [op.description, ...op.bullets.map(({ content, section }) => `${section}: ${content}`)].join(
        '\n',
      );
    case 'add':
      return withTrigger(`${op.section}: ${op.content}`, op);
    case 'update': {
      const text = [op.section, op.content].filter(Boolean).join(': ');
      return withTrigger(text || `Rule ${op.bullet}`, op);
    }
    case 'remove':
      return `Rule ${op.bullet}`;
    case 'set_description':
      return op.description;
    default:
      return op satisfies never;
  }
}

/** With a line for what an operation says of a trigger. */
function withTrigger(text: string, op: TriggerChange): string {
  const says = op.applies_when !== undefined || op.blocks != null;
  return says ? `${text}\n${describeTrigger(changedTrigger(op, {})) || 'No trigger'}` : text;
}

/** Operations on the same thing; of additions, those that share at least a quarter of their words. */
function isRewordingOf(other: Operation, op: Operation): boolean {
  if (other.op !== op.op) return false;
  if (other.op === 'create_skill' || op.op === 'create_skill') return true;
  if (other.skill !== op.skill) return false;
  if (other.op === 'add' && op.op === 'add') return overlap(other.content, op.content) >= 0.25;
  return 'bullet' in other && 'bullet' in op ? other.bullet === op.bullet : true;
}

function overlap(a: string, b: string): number {
  const words = (text: string) => new Set(text.toLowerCase().split(/\W+/).filter(Boolean));
  const [first, second] = [words(a), words(b)];
  return first.intersection(second).size / Math.max(1, first.union(second).size);
}

/** A reviewer's version of a proposal: every operation stays in its place, kept or left out. Pure. */
export interface Draft {
  /** The place of the operation as it stands stored. */
  index: number;
  op: Operation;
  kept: boolean;
}

/** Something that can be reworded; `set` makes the operation that says it. */
export type EditField =
  | { kind: 'text'; name: string; label: string; value: string; set: (value: string) => Operation }
  | { kind: 'trigger'; name: string; label: string; value: Trigger; set: (value: Trigger) => Operation }
  | { kind: 'section'; name: string; label: string; value: Section; set: (value: Section) => Operation };

/** The drafts that a proposal begins with. */
export function draftsOf(ops: readonly Operation[]): Draft[] {
  return ops.map((op, index) => ({ index, op, kept: true }));
}

/** The operations that would be stored. */
export function keptOps(drafts: readonly Draft[]): Operation[] {
  return drafts.flatMap(({ op, kept }) => (kept ? [op] : []));
}

/** Whether the drafts say anything else than what is stored. */
export function isAmended(drafts: readonly Draft[], ops: readonly Operation[]): boolean {
  return JSON.stringify(keptOps(drafts)) !== JSON.stringify(ops);
}

/** Where in the drafts the operation stands that was sent as number `sent` of those kept; -1 where nowhere. */
export function placeOfKept(drafts: readonly Draft[], sent: number): number {
  return drafts.filter(({ kept }) => kept)[sent]?.index ?? -1;
}

/** What of an operation can be edited; `rule` is the one that it changes. */
export function fieldsOf(op: Operation, rule: RuleState | null): EditField[] {
  switch (op.op) {
    case 'create_skill':
      return [
        text('description', 'Description', op.description, (description) => ({ ...op, description })),
        ...op.bullets.flatMap((_, at) => ruleFields(op, at)),
      ];
    case 'add':
      return [
        text('content', 'Wording', op.content, (content) => ({ ...op, content })),
        section('section', op.section, (value) => ({ ...op, section: value })),
        trigger('trigger', op, (value) => ({ ...op, ...NO_TRIGGER, ...value })),
      ];
    case 'update':
      return [
        text('content', 'Wording', op.content ?? rule?.content ?? '', (content) => ({ ...op, content })),
        ...(rule === null
          ? []
          : [
              section('section', op.section ?? rule.section, (value) => ({ ...op, section: value })),
              trigger('trigger', changedTrigger(op, rule), (value) => ({ ...op, ...triggerUpdate(value) })),
            ]),
      ];
    case 'set_description':
      return [text('description', 'Description', op.description, (description) => ({ ...op, description }))];
    case 'remove':
      return [];
    default:
      return op satisfies never;
  }
}

function ruleFields(op: CreateSkillOp, at: number): EditField[] {
  const rule = op.bullets[at];
  if (rule === undefined) return [];
  const withRule = (changed: typeof rule) => ({ ...op, bullets: op.bullets.with(at, changed) });
  return [
    text(`rule-${at}`, `Rule ${at + 1}`, rule.content, (content) => withRule({ ...rule, content })),
    section(`section-${at}`, rule.section, (value) => withRule({ ...rule, section: value })),
    trigger(`trigger-${at}`, rule, (value) => withRule({ ...rule, ...NO_TRIGGER, ...value })),
  ];
}

const NO_TRIGGER = { applies_when: undefined, blocks: undefined };

/** An update says all of a trigger: what it leaves out would stay. */
function triggerUpdate({ applies_when: conditions = null, blocks = false }: TriggerChange): TriggerChange {
  return { applies_when: conditions, blocks };
}

function trigger(name: string, value: Trigger, set: (value: Trigger) => Operation): EditField {
  return { kind: 'trigger', name, label: 'Trigger', value, set };
}

function text(name: string, label: string, value: string, set: (value: string) => Operation): EditField {
  return { kind: 'text', name, label, value, set };
}

function section(name: string, value: Section, set: (value: Section) => Operation): EditField {
  return { kind: 'section', name, label: 'Section', value, set };
}

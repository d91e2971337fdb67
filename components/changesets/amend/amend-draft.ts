/** A reviewer's own version of a proposal while it is being written: every operation stays in its place, kept or left out. Pure. */

import type { RuleState } from '../../../server/domain/skills/changesets/changeset.ts';
import type { CreateSkillOp, Operation } from '../../../server/domain/skills/changesets/ops.ts';
import type { Section } from '../../../server/domain/skills/skill.ts';

export interface Draft {
  /** The place of the operation as it stands stored. */
  index: number;
  op: Operation;
  kept: boolean;
}

/** Something that can be reworded; `set` makes the operation that says it. */
export type EditField =
  | { kind: 'text'; name: string; label: string; value: string; set: (value: string) => Operation }
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
      ];
    case 'update':
      return [
        text('content', 'Wording', op.content ?? rule?.content ?? '', (content) => ({ ...op, content })),
        ...(rule === null
          ? []
          : [section('section', op.section ?? rule.section, (value) => ({ ...op, section: value }))]),
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
  ];
}

function text(name: string, label: string, value: string, set: (value: string) => Operation): EditField {
  return { kind: 'text', name, label, value, set };
}

function section(name: string, value: Section, set: (value: Section) => Operation): EditField {
  return { kind: 'section', name, label: 'Section', value, set };
}

/**
 * A changeset in one line, for lists and headings: made from its operations, so that it can never say
 * something else.
 */
import type { Operation } from '../ops.ts';

/** For example "2 rules added, 1 changed, 1 merged", or "New skill with 5 rules". */
export function describeOps(ops: readonly Operation[]): string {
  const parts = [...newSkills(ops), ...ruleChanges(ops), ...headings(ops)];
  const sentence = parts.length > 0 ? parts.join(', ') : 'nothing changed';
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function newSkills(ops: readonly Operation[]): string[] {
  const created = ops.filter((op) => op.op === 'create_skill');
  if (created.length === 0) return [];
  const rules = created.reduce((sum, { bullets }) => sum + bullets.length, 0);
  const skills = created.length === 1 ? 'new skill' : `${created.length} new skills`;
  return [`${skills} with ${rules === 0 ? 'no rules' : counted(rules)}`];
}

/** Only the first number gets the word "rule". */
function ruleChanges(ops: readonly Operation[]): string[] {
  const counts = new Map<string, number>();
  for (const verb of ops.map(findVerb)) if (verb) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  const verbs = VERBS.filter((verb) => counts.has(verb));
  return verbs.map((verb, index) => {
    const count = counts.get(verb) ?? 0;
    return `${index === 0 ? counted(count) : count} ${verb}`;
  });
}

const VERBS = ['added', 'changed', 'moved', 'merged', 'removed'] as const;

function findVerb(op: Operation): (typeof VERBS)[number] | null {
  switch (op.op) {
    case 'add':
      return 'added';
    case 'update':
      return [op.section, op.content, op.issue, op.keywords, op.blocks].some((change) => change != null) ||
        op.applies_when !== undefined
        ? 'changed'
        : 'moved';
    case 'remove':
      return op.merged_into ? 'merged' : 'removed';
    case 'create_skill':
    case 'set_description':
      return null;
    default:
      return op satisfies never;
  }
}

function headings(ops: readonly Operation[]): string[] {
  const changed = ops.filter((op) => op.op === 'set_description');
  if (changed.length === 0) return [];
  const alone = changed.every(({ tags, front_matter }) => tags === undefined && front_matter === undefined);
  return [alone ? 'description changed' : 'description and tags replaced'];
}

function counted(count: number): string {
  return count === 1 ? '1 rule' : `${count} rules`;
}

/**
 * What the safety scan and the rule lint say of a change. Every text that would be kept is looked at, and all
 * of it together, so that nothing dangerous passes by being cut into two rules.
 */

import { lintRule } from '../../safety/lint.ts';
import { scanText } from '../../safety/scan.ts';
import type { Finding } from '../../safety/spans.ts';
import type { BulletIn } from '../skill-input.ts';
import type { Operation, UpdateOp } from './ops.ts';

/**
 * The findings of operations, each once: those that hold a change first, then advice. `maxWords` bounds a
 * rule.
 */
export function findingsOf(
  ops: readonly Operation[],
  { maxBulletWords }: { readonly maxBulletWords: number },
): Finding[] {
  const scanned = scanText(ops.flatMap(textsOf).join('\n\n'));
  const advice = ops.flatMap(rulesOf).flatMap((rule) => lintRule(rule, { maxWords: maxBulletWords }));
  return [...new Set([...scanned, ...advice])];
}

/** The rules as they would be worded. */
function rulesOf(op: Operation): string[] {
  switch (op.op) {
    case 'create_skill':
      return op.bullets.map(({ content }) => content);
    case 'add':
      return [op.content];
    case 'update':
      return op.content ? [op.content] : [];
    case 'remove':
    case 'set_description':
      return [];
    default:
      return op satisfies never;
  }
}

/**
 * Every text of an operation that an agent, a model or a reviewer will read, the name of a new skill among
 * them; references to skills and rules that exist are none.
 */
function textsOf(op: Operation): string[] {
  const why = op.reason ? [op.reason] : [];
  switch (op.op) {
    case 'create_skill':
      return [
        op.name,
        op.description,
        ...op.tags,
        ...leavesOf(op.front_matter),
        ...op.bullets.flatMap(wordsOf),
        ...why,
      ];
    case 'add':
    case 'update':
      return [...wordsOf(op), ...why];
    case 'remove':
      return why;
    case 'set_description':
      return [op.description, ...(op.tags ?? []), ...leavesOf(op.front_matter), ...why];
    default:
      return op satisfies never;
  }
}

function wordsOf({ content, issue, keywords }: BulletIn | UpdateOp): string[] {
  return [content, issue, ...(keywords ?? [])].filter((text) => typeof text === 'string');
}

/**
 * The lines that a front matter would have, `key: value`: a secret is recognized by its name, and keys are
 * read too.
 */
function leavesOf(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, key));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .flatMap(([name, item]) => leavesOf(item, name))
      .concat(key);
  }
  return [key === '' ? String(value) : `${key}: ${value}`];
}

/**
 * What the safety scan and the rule lint say of a change. Every text that would be kept is looked at, and all
 * of it together, so that nothing dangerous passes by being cut into two rules.
 */

import { lintRule } from '../../safety/lint.ts';
import { maskSecrets } from '../../safety/redact.ts';
import { scanText, scanTextSteps } from '../../safety/scan.ts';
import { type Finding, isBlocking } from '../../safety/spans.ts';
import { allSteps, type Steps } from '../../steps.ts';
import type { BulletIn } from '../skill-input.ts';
import { type DocumentLayout, layoutIn, textOutsideRules } from '../skill-md/document-layout.ts';
import { withoutLayout } from '../skill-state.ts';
import type { Operation, UpdateOp } from './ops.ts';

/**
 * The findings of operations, each once: those that hold a change first, then advice. `maxWords` bounds a
 * rule.
 */
export function operationFindings(ops: readonly Operation[], limits: RuleLimits): Finding[] {
  return allSteps(findingSteps(ops, limits));
}

interface RuleLimits {
  readonly maxBulletWords: number;
}

/** As {@link operationFindings}, in steps of a few milliseconds. */
export function* findingSteps(ops: readonly Operation[], { maxBulletWords }: RuleLimits): Steps<Finding[]> {
  const texts = ops.flatMap(operationTexts).join('\n\n');
  yield;
  const findings = new Set(yield* scanTextSteps(texts));
  // The rest of an imported document counts for what it says, not for its length: the rules' lengths were counted.
  const documents = ops.flatMap(documentsOf);
  yield;
  const rest = documents.map(textOutsideRules).join('\n\n');
  yield;
  for (const finding of yield* scanTextSteps(rest, { maxLength: Number.POSITIVE_INFINITY }))
    findings.add(finding);
  for (const rule of ops.flatMap(proposedRules)) {
    for (const advice of lintRule(rule, { maxWords: maxBulletWords })) findings.add(advice);
    yield;
  }
  return [...findings];
}

/** What scan and lint say of each operation by itself, in the order of the operations. */
export function* findingStepsByOp(ops: readonly Operation[], limits: RuleLimits): Steps<Finding[][]> {
  const found: Finding[][] = [];
  for (const op of ops) found.push(yield* findingSteps([op], limits));
  return found;
}

const WHAT_IT_IS: Record<string, string> = {
  secret: 'looks like a credential',
  injection: 'reads like a planted instruction',
};

/** Most characters of a rule that a reason repeats. */
const EXCERPT_LENGTH = 80;

/** What holds a change, in a sentence for each finding with the rule that it stands in; empty where nothing does. */
export function whyHeld(ops: readonly Operation[], findings: readonly Finding[]): string {
  return allSteps(whyHeldSteps(ops, findings));
}

/** As {@link whyHeld}, in steps of a few milliseconds. */
export function* whyHeldSteps(ops: readonly Operation[], findings: readonly Finding[]): Steps<string> {
  const rules = ops.flatMap(proposedRules);
  const sentences: string[] = [];
  for (const finding of findings.filter(isBlocking)) {
    sentences.push(`Held for ${finding}: ${yield* whatItIs(finding, rules)}.`);
  }
  return sentences.join(' ');
}

function* whatItIs(finding: Finding, rules: readonly string[]): Steps<string> {
  const [family = ''] = finding.split(':');
  if (family === 'size') return 'so long a text is approved by a person';
  const rule = yield* ruleWith(finding, rules);
  const place = rule === undefined ? 'text outside the single rules' : `"${excerptOf(rule)}"`;
  return `${place} ${WHAT_IT_IS[family] ?? 'has to be looked at'}`;
}

function* ruleWith(finding: Finding, rules: readonly string[]): Steps<string | undefined> {
  for (const rule of rules) {
    if (scanText(rule).includes(finding)) return rule;
    yield;
  }
  return undefined;
}

/** The beginning of a rule on one line, without credentials. */
function excerptOf(rule: string): string {
  const line = maskSecrets(rule).replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_LENGTH ? line : `${line.slice(0, EXCERPT_LENGTH - 1).toWellFormed()}…`;
}

/** The layouts of imported documents. Their rules are among the texts. */
function documentsOf(op: Operation): DocumentLayout[] {
  const fields = op.op === 'create_skill' || op.op === 'set_description' ? op.front_matter : undefined;
  const layout = fields === undefined ? null : layoutIn(fields);
  return layout === null ? [] : [layout];
}

/** The rules as they would be worded. */
function proposedRules(op: Operation): string[] {
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
function operationTexts(op: Operation): string[] {
  const why = op.reason ? [op.reason] : [];
  switch (op.op) {
    case 'create_skill':
      return [
        op.name,
        op.description,
        ...op.tags,
        ...collectLeaves(op.front_matter && withoutLayout(op.front_matter)),
        ...op.bullets.flatMap(ruleTexts),
        ...why,
      ];
    case 'add':
    case 'update':
      return [...ruleTexts(op), ...why];
    case 'remove':
      return why;
    case 'set_description':
      return [
        op.description,
        ...(op.tags ?? []),
        ...collectLeaves(op.front_matter && withoutLayout(op.front_matter)),
        ...why,
      ];
    default:
      return op satisfies never;
  }
}

function ruleTexts({ content, issue, keywords }: BulletIn | UpdateOp): string[] {
  return [content, issue, ...(keywords ?? [])].filter((text) => typeof text === 'string');
}

/**
 * The lines that a front matter would have, `key: value`: a secret is recognized by its name, and keys are
 * read too.
 */
function collectLeaves(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => collectLeaves(item, key));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .flatMap(([name, item]) => collectLeaves(item, name))
      .concat(key);
  }
  return [key === '' ? String(value) : `${key}: ${value}`];
}

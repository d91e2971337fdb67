/**
 * What the safety scan and the rule lint say of a change. Every text that would be kept is looked at, and all
 * of it together, so that nothing dangerous passes by being cut into two rules.
 */

import { conditionTexts } from '../../moments/match.ts';
import { lintRule } from '../../safety/lint.ts';
import { maskSecrets } from '../../safety/redact.ts';
import { scanText } from '../../safety/scan.ts';
import { type Finding, isBlocking, NOT_CURATED, NOT_JUDGED } from '../../safety/spans.ts';
import type { BulletIn } from '../skill-input.ts';
import { type DocumentLayout, layoutIn, textOutsideRules } from '../skill-md/document-layout.ts';
import { withoutLayout } from '../skill-state.ts';
import type { Operation, UpdateOp } from './ops.ts';

/** What of operations is looked at: every text together, the rest of an imported document, and the rules one by one. */
export interface CheckedTexts {
  readonly texts: string;
  readonly rest: string;
  readonly rules: readonly string[];
}

/** The texts of operations. A thread takes them over in a tenth of the time that the operations themselves would take. */
export function textsOf(ops: readonly Operation[]): CheckedTexts {
  return {
    texts: ops.flatMap(operationTexts).join('\n\n'),
    rest: ops.flatMap(documentsOf).map(textOutsideRules).join('\n\n'),
    rules: rulesOf(ops),
  };
}

interface RuleLimits {
  readonly maxBulletWords: number;
}

/** The findings, each once: those that hold a change first, then advice. `maxBulletWords` bounds a rule. */
export function findingsIn({ texts, rest, rules }: CheckedTexts, { maxBulletWords }: RuleLimits): Finding[] {
  const findings = [
    ...scanText(texts),
    // The rest of an imported document counts for what it says, not for its length: the rules' lengths were counted.
    ...scanText(rest, { maxLength: Number.POSITIVE_INFINITY }),
    ...rules.flatMap((rule) => lintRule(rule, { maxWords: maxBulletWords })),
  ];
  return [...new Set(findings)];
}

const WHAT_IT_IS: Record<string, string> = {
  secret: 'looks like a credential',
  injection: 'reads like a planted instruction',
};

/** Most characters of a rule that a reason repeats. */
const EXCERPT_LENGTH = 80;

/** What holds a change, in a sentence for each finding with the rule that it stands in; empty where nothing does. */
export function describeHold(rules: readonly string[], findings: readonly Finding[]): string {
  return findings
    .filter(isBlocking)
    .map((finding) => `Held for ${finding}: ${describeFinding(finding, rules)}.`)
    .join(' ');
}

function describeFinding(finding: Finding, rules: readonly string[]): string {
  const [family = ''] = finding.split(':');
  if (family === 'size') return 'so long a text is approved by a person';
  if (finding === NOT_JUDGED) return 'the model gave no usable answer when asked what it is worth';
  if (finding === NOT_CURATED) return 'the model gave no usable answer on what it resembles';
  const rule = rules.find((text) => scanText(text).includes(finding));
  const place = rule === undefined ? 'text outside the single rules' : `"${excerptOf(rule)}"`;
  return `${place} ${WHAT_IT_IS[family] ?? 'has to be looked at'}`;
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
export function rulesOf(ops: readonly Operation[]): string[] {
  return ops.flatMap(proposedRules);
}

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

function ruleTexts(rule: BulletIn | UpdateOp): string[] {
  const { content, issue, keywords, applies_when: conditions } = rule;
  const texts = [content, issue, ...(keywords ?? []), ...(conditions ?? []).flatMap(conditionTexts)];
  return texts.filter((text) => typeof text === 'string');
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

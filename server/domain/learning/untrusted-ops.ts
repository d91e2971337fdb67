/**
 * What in a learned change a person has to see although its risk is low: what it takes from text that nobody
 * trusts, where it sends anyone who follows it, and what it tells about a person. Every field that an agent,
 * a model or a reviewer reads is looked at.
 */

import { namedTargets, scanLearnedText } from '../safety/learned/learned-text.ts';
import type { Finding } from '../safety/spans.ts';
import type { Operation } from '../skills/changesets/ops.ts';
import { tellsAboutPerson } from './person-facts.ts';
import {
  decodedWith,
  isSentenceAsName,
  isTranslation,
  type Sources,
  UNTRUSTED_SOURCE,
  untrustedInRule,
} from './untrusted-sources.ts';

/** Something that is new: neither the user wrote it nor does a rule say it. */
const NEW_TARGET: Readonly<Record<keyof ReturnType<typeof namedTargets>, Finding>> = {
  addresses: 'injection:unvouched_address',
  accounts: 'injection:unvouched_account',
  commands: 'injection:unvouched_command',
};

/** The scan's finding on every address, known or not. */
const ANY_ADDRESS: Finding = 'injection:address';

/** What tells about a person, and would be served to everybody. */
export const PERSONAL: Finding = 'injection:personal_fact';

/** What the runs said that taught a change; `hasUser` where all of them had one. */
interface Teaching {
  readonly sources: Sources;
  readonly hasUser: boolean;
}

/**
 * The findings on operations that were learned, each once; without `teaching` only those of the stricter
 * scan.
 */
export function learnedFindings(ops: readonly Operation[], teaching: Teaching | null): Finding[] {
  const texts = ops.flatMap(operationTexts);
  const findings = [
    ...texts.flatMap(strictFindings),
    ...(teaching === null ? [] : [...untrustedFindings(texts, teaching), ...ruleFindings(ops, teaching)]),
  ];
  return [...new Set(findings)];
}

/** The findings on a learned memory that its text alone gives. */
export function strictFindings(text: string): Finding[] {
  return scanLearnedText(text).filter((finding) => finding !== ANY_ADDRESS);
}

function untrustedFindings(texts: readonly string[], { sources, hasUser }: Teaching): Finding[] {
  const read = decodedWith(texts);
  return [
    ...untrustedInRule(texts, sources),
    ...texts.flatMap((text) => newTargets(text, sources)),
    ...(!hasUser && read.some(tellsAboutPerson) ? [PERSONAL] : []),
  ];
}

/** The findings on what is read as a rule, and on names that are none. */
function ruleFindings(ops: readonly Operation[], { sources }: Teaching): Finding[] {
  const isStrange = ops.some((op) => {
    if (op.op === 'set_description') return false;
    if (op.op !== 'create_skill') return isTranslation(operationTexts(op), sources);
    const [name = '', ...texts] = operationTexts(op);
    const rules = [...op.tags, ...op.bullets.flatMap(ruleTexts)];
    return isSentenceAsName(name, texts, sources) || isTranslation(rules, sources);
  });
  return isStrange ? [UNTRUSTED_SOURCE] : [];
}

function newTargets(text: string, { named }: Sources): Finding[] {
  const targets = namedTargets(text);
  return (['addresses', 'accounts', 'commands'] as const)
    .filter((kind) => targets[kind].some((target) => !named.trusted.has(target.toLowerCase())))
    .map((kind) => NEW_TARGET[kind]);
}

/** The texts of an operation; a name is read as words. */
/** The texts of an operation that anybody reads; none where it only takes away. */
export function operationTexts(op: Operation): string[] {
  switch (op.op) {
    case 'create_skill':
      return [op.name.replaceAll('-', ' '), op.description, ...op.tags, ...op.bullets.flatMap(ruleTexts)];
    case 'add':
    case 'update':
      return ruleTexts(op);
    case 'set_description':
      return [op.description, ...(op.tags ?? [])];
    case 'remove':
      return [];
    default:
      return op satisfies never;
  }
}

interface Worded {
  readonly content?: string | null | undefined;
  readonly issue?: string | null | undefined;
  readonly keywords?: readonly string[] | null | undefined;
}

function ruleTexts({ content, issue, keywords }: Worded): string[] {
  return [content, issue, ...(keywords ?? [])].filter(
    (text) => typeof text === 'string' && text !== '',
  ) as string[];
}

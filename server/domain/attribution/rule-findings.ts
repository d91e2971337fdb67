/**
 * Why a learned change to skills waits for a person although its risk is low: nobody vouches for what it asks, it names
 * a place that nobody named, or it tells about a person. Every field that an agent, a model or a reviewer reads is
 * looked at.
 */
import { conditionTexts } from '../moments/match.ts';
import type { Condition } from '../moments/trigger.ts';
import { decodedForms } from '../safety/injection/decode-text.ts';
import { namedTargets, scanRememberedText } from '../safety/learned/learned-text.ts';
import type { Finding } from '../safety/spans.ts';
import type { Operation } from '../skills/changesets/ops.ts';
import { isAboutPerson } from './person-facts.ts';
import {
  hasUntrusted,
  type RunIndex,
  type Speaker,
  targetsIn,
  UNTRUSTED,
  voicesOf,
  weighWords,
  wordsSaidAnywhere,
} from './run-index.ts';
import { type Claim, isCopy, isOfUsers, isVouchedFor, withoutUsers } from './vouching.ts';

/** Nobody vouches for it, and what the run read or the agent wrote says it. */
export const COPIED: Finding = 'injection:copied_from_run';
/** Nobody vouches for it, and it is in words that nobody said. */
const UNVOUCHED: Finding = 'injection:unvouched_rule';
/** An address, an account or a command that only untrusted text named. */
export const UNTRUSTED_TARGET: Finding = 'injection:untrusted_target';
/** Only users said it whose word alone is not enough for everybody. */
export const UNCONFIRMED: Finding = 'injection:unconfirmed_claim';
/** What tells about a person, and would be served to everybody. */
export const PERSONAL: Finding = 'injection:personal_fact';

/** Something that is new: neither did anybody who may teach name it, nor does a rule say it, nor did the agent use it. */
export const NEW_TARGET: Readonly<Record<keyof ReturnType<typeof namedTargets>, Finding>> = {
  addresses: 'injection:unvouched_address',
  accounts: 'injection:unvouched_account',
  commands: 'injection:unvouched_command',
};

/** Whose word alone makes a rule for everybody: any user's, that of two, or no user's. */
export type UserRulePolicy = 'alone' | 'together' | 'never';

/** The runs that taught a change. */
export interface TeachingRuns {
  readonly index: RunIndex;
  readonly hasUser: boolean;
  readonly usersTeach: UserRulePolicy;
  /** What other users of the agent said in earlier runs. */
  readonly others?: RunIndex;
}

/** The findings on what learned operations ask for, each once. */
export function ruleFindings(claims: readonly Claim[], teaching: TeachingRuns): Finding[] {
  const findings: Finding[] = [];
  const vouching = teaching.usersTeach === 'never' ? withoutUsers(teaching.index) : teaching.index;
  for (const claim of claims) {
    findings.push(...scanRememberedText(claim.text), ...targetFindings(claim.text, teaching.index));
    if (!teaching.hasUser && formsOf(claim.text).some(isAboutPerson)) findings.push(PERSONAL);
    findings.push(...vouchingFindings(claim, { ...teaching, vouching }));
  }
  return [...new Set(findings)];
}

/** The findings where sources need no review: what is a copy, and addresses that nobody knows. */
export function copyFindings(claims: readonly Claim[], index: RunIndex): Finding[] {
  const findings: Finding[] = [];
  for (const claim of claims) {
    findings.push(...scanRememberedText(claim.text));
    if (!isOfCalls(claim, index) && !isVouchedFor(claim, index) && isCopy(claim.text, index, NOBODYS))
      findings.push(COPIED);
    findings.push(...targetFindings(claim.text, index).filter((finding) => finding === NEW_TARGET.addresses));
  }
  return [...new Set(findings)];
}

/** Speakers for whom nobody answers. */
const NOBODYS: readonly Speaker[] = [...UNTRUSTED, 'error', 'agent'];

function vouchingFindings(claim: Claim, teaching: TeachingRuns & { readonly vouching: RunIndex }): Finding[] {
  const { index, vouching, others, usersTeach } = teaching;
  const { isTask = false } = claim;
  const alone = usersTeach === 'never' ? 'all' : 'each';
  if (usersTeach !== 'alone' && !isTask && isOfUsers(claim.text, index, alone, others)) return [UNCONFIRMED];
  if (isOfCalls(claim, index) || isVouchedFor(claim, vouching)) return [];
  if (isVouchedFor(claim, index)) return isTask ? [] : [UNCONFIRMED];
  if (isCopy(claim.text, index, NOBODYS)) return [COPIED];
  return hasUntrusted(index) ? [UNVOUCHED] : [];
}

/** Speakers who may name a place. What an error names was put there by whoever answered. */
const NAMING: readonly Speaker[] = ['user', 'developer', 'verification', 'served', 'tried'];
const FOREIGN_NAMING: readonly Speaker[] = [...UNTRUSTED, 'error'];

/** The findings on what a text names; also for memories. */
function targetFindings(text: string, index: RunIndex): Finding[] {
  const naming = voicesOf(index, NAMING);
  const known = namedBy(naming);
  const foreign = namedBy(voicesOf(index, FOREIGN_NAMING));
  const { commands, ...places } = namedTargets(text);
  const isNew = (target: string) => !known.has(target.toLowerCase());
  const isNewCommand = (command: string) => isNew(command) && !isSpelled(command, naming);
  const newTargets = [
    ...(['addresses', 'accounts'] as const).filter((kind) => places[kind].some(isNew)),
    ...(commands.some(isNewCommand) ? (['commands'] as const) : []),
  ];
  const isNamed = (target: string) => (places.addresses.includes(target) ? false : isSpelled(target, naming));
  const isLed = formsOf(text)
    .flatMap(targetsIn)
    .some((target) => foreign.has(target) && isNew(target) && !isNamed(target));
  return [...newTargets.map((kind) => NEW_TARGET[kind]), ...(isLed ? [UNTRUSTED_TARGET] : [])];
}

/** Whether all words of a command are said: "helm dry run" names no other than `helm upgrade --dry-run`. */
function isSpelled(command: string, naming: RunIndex): boolean {
  const words = weighWords(command);
  return words.size > 0 && wordsSaidAnywhere(words, naming).size === words.size;
}

/** Whether a trigger is in the words of the agent's own calls, or of who may name a place. */
function isOfCalls({ text, isTrigger = false }: Claim, index: RunIndex): boolean {
  return isTrigger && isSpelled(text, voicesOf(index, NAMING));
}

function namedBy(voices: RunIndex): ReadonlySet<string> {
  return new Set(voices.flatMap(({ named }) => [...named]));
}

/** A text, and what is encoded in it. */
export function formsOf(text: string): string[] {
  return [text, ...decodedForms(text)];
}

/** What an operation asks for. Names, descriptions and keywords may say again what its rules say. */
export function claimsOf(op: Operation): Claim[] {
  switch (op.op) {
    case 'create_skill': {
      const besides = op.bullets.map(({ content }) => content);
      const labels = [op.name.replaceAll('-', ' '), op.description, ...op.tags];
      return [...op.bullets.flatMap(ruleClaims), ...labels.map((text) => labelClaim(text, besides))];
    }
    case 'add':
    case 'update':
      return ruleClaims(op);
    case 'set_description':
      return [op.description, ...(op.tags ?? [])].map((text) => labelClaim(text));
    case 'remove':
      return [];
    default:
      return op satisfies never;
  }
}

interface RuleWording {
  readonly content?: string | null | undefined;
  readonly issue?: string | null | undefined;
  readonly keywords?: readonly string[] | null | undefined;
  readonly applies_when?: readonly Condition[] | null | undefined;
}

function ruleClaims({ content, issue, keywords, applies_when: conditions }: RuleWording): Claim[] {
  const besides = content ? [content] : [];
  const remarks = [issue, ...(keywords ?? [])].filter(
    (text) => typeof text === 'string' && text !== '',
  ) as string[];
  const triggers = (conditions ?? []).flatMap(conditionTexts);
  return [
    ...besides.map((text) => ({ text })),
    ...remarks.map((text) => labelClaim(text, besides)),
    ...triggers.map((text) => ({ ...labelClaim(text, besides), isTrigger: true })),
  ];
}

const labelClaim = (text: string, besides: readonly string[] = []): Claim => ({
  text,
  besides,
  isLabel: true,
  isTask: true,
});

/** The texts of an operation that anybody reads, but for triggers; none where it only takes away. */
export function operationTexts(op: Operation): string[] {
  return claimsOf(op).flatMap(({ text, isTrigger }) => (isTrigger ? [] : [text]));
}

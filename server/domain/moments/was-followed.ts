/**
 * Whether a run followed a rule that it was shown before a call, as far as the calls that it recorded tell. What they leave
 * open is asked of the model in reflection. docs/triggers.md gives the definition and its reasons.
 */
import { type CallMoment, callIdentity, matchesAny } from './match.ts';
import type { Condition } from './trigger.ts';

export type Adherence = 'followed' | 'broken';

/** A call of a run, in order. Calls with the same key are the same call. */
export interface RecordedCall {
  readonly key: string;
  readonly tool: CallMoment['tool'];
  readonly error: string | null;
}

/** A rule as it was shown. */
export interface ShownRule {
  readonly id: string;
  readonly content: string;
  readonly applies_when: Condition[];
  readonly blocks?: boolean | undefined;
  /** The keys of the calls that it was shown before, oldest first. */
  readonly announced: readonly string[];
}

/** Null: the record does not tell. A run that broke a rule once broke it; it followed one that it followed each time. */
export function wasFollowed(rule: ShownRule, calls: readonly RecordedCall[]): Adherence | null {
  // What only an error tells is no call that could be recognized.
  if (!rule.applies_when.every(isAboutCalls)) return null;
  const verdicts: (Adherence | null)[] = [];
  let from = 0;
  for (const key of rule.announced) {
    const at = calls.findIndex((call, index) => index >= from && call.key === key);
    verdicts.push(at < 0 ? null : judgeCall(rule, calls.slice(at)));
    if (at >= 0) from = at + 1;
  }
  if (verdicts.includes('broken')) return 'broken';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'followed') ? 'followed' : null;
}

function isAboutCalls({ tool, path, command, argument }: Condition): boolean {
  return tool !== undefined || path !== undefined || command !== undefined || argument !== undefined;
}

/** `calls` begin with the one that was announced. */
function judgeCall(rule: ShownRule, [call, next, ...later]: readonly RecordedCall[]): Adherence | null {
  if (call === undefined) return null;
  const again = [call, next, ...later].filter((other) => other?.key === call.key);
  // A person allowed what a rule that blocks was shown before.
  if (!rule.blocks && forbids(rule.content, call.tool) && again.some((other) => !other?.error))
    return 'broken';
  if (!wasStopped(rule, call)) return null;
  if (rule.blocks) return 'followed';
  const conditions = rule.applies_when.map(({ error: _, ...condition }) => condition);
  return next === undefined || matchesAny(conditions, { tool: next.tool }) ? null : 'followed';
}

/** How clients record that a person did not allow a call. */
const REFUSED =
  /doesn['’]t want to proceed|rejected by (?:the )?user|user (?:rejected|denied|declined)|has to allow this call/i;

/** Whether the agent got the rule, or a person's no, in place of the call's result. */
function wasStopped({ id, blocks }: ShownRule, { error }: RecordedCall): boolean {
  if (error === null) return false;
  return error.includes(id) || (blocks === true && REFUSED.test(error));
}

// A rule that forbids a call without a condition is broken by the call, whatever came before. A word that the call does not
// have may be a condition, so each word of the rule has to stand in the call.

const PROHIBITION = /^\s*(?:never|do not|don['’]t)\s+(\S+)\s+(.+?)[.!]?\s*$/iu;
const CALLING = /^(?:use|run|call|execute|invoke)$/i;
const WRITING = /^(?:edit|change|modify|write|overwrite)$/i;
const WRITING_TOOL = /edit|write|patch|replace/i;
const ARTICLES = new Set(['a', 'an', 'the', 'any']);
const MAX_IDENTITY = 4000;

/** Whether the rule is a prohibition, in English, of this very call. */
function forbids(content: string, tool: CallMoment['tool']): boolean {
  const [, verb = '', object = ''] = PROHIBITION.exec(content) ?? [];
  if (!(CALLING.test(verb) || (WRITING.test(verb) && WRITING_TOOL.test(tool.name)))) return false;
  const said = JSON.stringify(callIdentity(tool)).slice(0, MAX_IDENTITY);
  const words = new Set(wordsOf(`${tool.name} ${said}`));
  const forbidden = wordsOf(object).filter((word) => !ARTICLES.has(word));
  return forbidden.length > 0 && forbidden.every((word) => words.has(word) || words.has(`${word}s`));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
}

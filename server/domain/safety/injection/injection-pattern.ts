/** What a pattern for learned text is, and the small language in which phrases are written. */
import { CLAUSE_END, foldPattern } from './fold-text.ts';

/** What a text tries to do to the agent that reads it. */
export type InjectionKind =
  | 'override_instructions'
  | 'new_instructions'
  | 'prompt_extraction'
  | 'role_tag'
  | 'persona'
  | 'forced_obedience'
  | 'safety_bypass'
  | 'concealment'
  | 'exfiltration'
  | 'destructive_call'
  | 'hidden_text';

/** A phrase in folded text (or in the raw text, for markup). */
export interface InjectionPattern {
  readonly kind: InjectionKind;
  readonly pattern: RegExp;
  /** What must follow the match in the raw text, where a phrase alone says too little. */
  readonly followedBy?: RegExp;
}

/** Any one word and the blank after it. */
const ANY_WORD = '(?:[^ ]{1,24} )';

/** Blanks of a folded text: between words, and where a clause ends. */
const BLANK = `[ ${CLAUSE_END}]`;

/**
 * Compiles phrases, which are matched as whole words of folded text with its clauses: `<a|b>` is a choice,
 * `_` any word with its blank, and the rest is as in regular expressions. Gaps must be bounded (`_{0,4}?`),
 * so that every start is given up after a fixed number of steps. A phrase reads across clauses, so that no
 * full stop breaks it; what must not follow (`(?! …)`) excuses it only within the clause, so that no later
 * sentence does.
 */
export function phrases(
  kind: InjectionKind,
  sources: readonly string[],
  condition: Pick<InjectionPattern, 'followedBy'> = {},
): InjectionPattern[] {
  return sources.map((source) => {
    const words = expandChoices(source.replaceAll('_', ANY_WORD));
    return { kind, pattern: new RegExp(acrossClauses(` ${foldPattern(words)}(?= )`), 'gu'), ...condition };
  });
}

/** Compiles phrases for text without blanks; `_` has no meaning here. */
export function compactPhrases(kind: InjectionKind, sources: readonly string[]): InjectionPattern[] {
  return sources.map((source) => ({ kind, pattern: new RegExp(foldPattern(expandChoices(source)), 'gu') }));
}

function expandChoices(source: string): string {
  return source.replaceAll('<', '(?:').replaceAll('>', ')');
}

/**
 * Lets every blank be the end of a clause too, but the first one of what must not follow (behind `(?!` or its
 * `|`).
 */
function acrossClauses(source: string): string {
  return source.replace(/(?<excuse>(?<=\(\?!|\|) )|\[\^ \]| /g, (part, excuse?: string) => {
    if (excuse !== undefined) return part;
    return part === ' ' ? BLANK : `[^ ${CLAUSE_END}]`;
  });
}

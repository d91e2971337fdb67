/**
 * The two times of a memory. Valid time (valid from, invalid at) is the world's; transaction time (created,
 * activated, closed) is ours. A view as of a moment shows what was believed then: nothing that was released
 * later, and nothing that had been closed or had ceased to hold by then.
 */

import { analyze } from '../knowledge/analyze.ts';
import { comparableText } from '../knowledge/resemblance.ts';
import type { MemoryStatus } from './memory.ts';

/** The times that decide when a memory is seen. */
export interface MemoryTimes {
  validFrom: Date;
  invalidAt: Date | null;
  createdAt: Date;
  activatedAt: Date | null;
  closedAt: Date | null;
}

const hasPassed = (moment: Date | null, at: Date): boolean =>
  moment !== null && moment.getTime() <= at.getTime();

/**
 * The status a memory had at a moment; null where it was not known yet, held only of a later time, or was
 * closed without ever having been believed.
 */
export function statusAt(times: MemoryTimes, at: Date): MemoryStatus | null {
  if (!hasPassed(times.createdAt, at)) return null;
  const ended = hasPassed(times.closedAt, at) || hasPassed(times.invalidAt, at);
  if (!hasPassed(times.activatedAt, at)) return ended ? null : 'pending';
  if (ended) return 'superseded';
  return hasPassed(times.validFrom, at) ? 'active' : null;
}

/** Nothing is older than this, and databases differ in what they can compare below it. */
const EPOCH = new Date(0);

/**
 * The moment that a view is of: what was asked, no later than now (the future is not known, so it shows the
 * present) and no earlier than the oldest moment that can be stored.
 */
export function viewMoment(requested: string | Date, now: Date): Date {
  const at = new Date(requested);
  if (at.getTime() >= now.getTime()) return now;
  return at.getTime() < EPOCH.getTime() ? EPOCH : at;
}

// Whether a text says nothing that another does not say. What an agent was told comes back in what it does;
// taken for evidence, it would confirm itself for ever, and bring back what has been corrected since.

/** Words that say nothing by themselves and turn the sense of the others; ranking drops most of them. */
const TURNING =
  /\b(?:not|no|nor|none|never|nobody|nothing|neither|without|cannot|only|before|after|until|since|above|below|over|under|more|less|off|instead|anymore)\b|n['’]t\b/gu;

/** The turning words of a text, sorted; every negated verb counts as `not`. */
function turns(text: string): string {
  const words = comparableText(text).match(TURNING) ?? [];
  return [...new Set(words.map((word) => (/t$/u.test(word) && word !== 'without' ? 'not' : word)))]
    .sort()
    .join(' ');
}

/** What a text says: its stemmed content words but for the turning ones, and those. */
export interface StatementWords {
  words: ReadonlySet<string>;
  turns: string;
}

/** Reads a text once, to be compared with many. */
export function readStatement(text: string): StatementWords {
  return { words: new Set(analyze(comparableText(text).replace(TURNING, ' '))), turns: turns(text) };
}

/**
 * True where every stemmed content word of `text` is one of `earlier`, and the words that turn a statement's
 * sense (negation, order in time, amount) are the same in both. A correction brings a word of its own and is
 * no restatement.
 */
export function restates(text: string, earlier: string): boolean {
  if (comparableText(text) === comparableText(earlier)) return true;
  const [terms, known] = [analyze(text), new Set(analyze(earlier))];
  return terms.length > 0 && terms.every((term) => known.has(term)) && turns(text) === turns(earlier);
}

/** Whether two texts are the same words in the same order but for their endings and words that say nothing. */
export function saysTheSame(text: string, other: string): boolean {
  const read = (one: string) =>
    (comparableText(one).match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []).flatMap((word) =>
      word.search(TURNING) < 0 ? analyze(word) : [word],
    );
  const words = read(text).join(' ');
  return comparableText(text) === comparableText(other) || (words !== '' && words === read(other).join(' '));
}

/**
 * What is read of a task or question: its distinct terms, each with how much finding it in a text would mean.
 * The work is bounded, whatever a client sends.
 */
import { visitTerms } from './analyze.ts';
import { backgroundRate } from './background.ts';

/**
 * A longer query is read at its two ends. What is asked for stands at the beginning, sometimes at the end; what
 * lies between is material (a log, a file) that would match everything by accident.
 */
const HEAD_CHARACTERS = 8_000;
const TAIL_CHARACTERS = 4_000;

/** Shorter queries are weighed like one of this many terms: below it, length tells nothing about accidents. */
const SHORTEST = 10;

/** One distinct term of a query. */
export interface QueryTerm {
  readonly term: string;
  /** As it was written where it first occurs. */
  readonly word: string;
}

/** The distinct terms of a query in reading order, stop words left out. */
export function readQuery(query: string): QueryTerm[] {
  const words = new Map<string, string>();
  const keep = (term: string, word: string): void => {
    if (!words.has(term)) words.set(term, word);
  };
  if (query.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) visitTerms(query, keep);
  else {
    visitTerms(query.slice(0, HEAD_CHARACTERS), keep);
    visitTerms(query.slice(-TAIL_CHARACTERS), keep);
  }
  return [...words].map(([term, word]) => ({ term, word }));
}

/** How often a term occurs in the texts that are searched. */
export interface Occurrence {
  /** Texts that have the term. */
  readonly texts: number;
  /** Pairs of text and distinct term in all. */
  readonly pairs: number;
}

/**
 * Weight of finding a term of the query in a text: −ln of the number of times that a query of this length would
 * hold the term by accident. So a long task needs rarer words than a short one to mean the same, and scores of
 * both are comparable. The rate is the library's own, less half the text in hand, drawn towards the background
 * by `prior` pairs; negative weights count as 0.
 *
 * @param length distinct terms of the query
 * @param prior how many pairs of text and term the background counts for
 */
export function evidence(term: string, seen: Occurrence, length: number, prior: number): number {
  const own = Math.max(0, seen.texts - 0.5);
  const rate = (own + prior * backgroundRate(term)) / (seen.pairs + prior);
  return Math.max(0, -Math.log(rate * Math.max(length, SHORTEST)));
}

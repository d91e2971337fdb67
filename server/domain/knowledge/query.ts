/**
 * What is read of a task or question: its distinct terms, each with how often texts of any subject have it. The
 * work is bounded, whatever a client sends, and done once for skills and memories.
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
interface QueryTerm {
  readonly term: string;
  /** As it was written where it first occurs. */
  readonly word: string;
  /** Its share of the distinct words of texts in general. */
  readonly rate: number;
}

/** A query that has been read: its distinct terms in reading order, stop words left out. */
export type Query = readonly QueryTerm[];

/** Reads a query of any length; at most 12,000 characters of it. */
export function readQuery(text: string): Query {
  const words = new Map<string, string>();
  const keep = (term: string, word: string): void => {
    if (!words.has(term)) words.set(term, word);
  };
  if (text.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) visitTerms(text, keep);
  else {
    visitTerms(text.slice(0, HEAD_CHARACTERS), keep);
    visitTerms(text.slice(-TAIL_CHARACTERS), keep);
  }
  return Array.from(words, ([term, word]) => ({ term, word, rate: backgroundRate(term) }));
}

/** The texts that are searched, as far as one term is concerned. */
export interface Occurrence {
  /** Texts that have the term. */
  readonly texts: number;
  /** Pairs of text and distinct term in all. */
  readonly pairs: number;
  /** How many such pairs the background counts for. */
  readonly prior: number;
}

/**
 * Weight of finding a term of the query in a text: −ln of the number of times that a query of this length would
 * hold the term by accident. So a long task needs rarer words than a short one to mean the same, and scores of
 * both are comparable. The term's rate is that of the texts, less half the one in hand, drawn towards the
 * background. Never below 0.
 *
 * @param rate the term's share of words in general
 * @param length distinct terms of the query
 */
export function evidence(rate: number, { texts, pairs, prior }: Occurrence, length: number): number {
  const here = (Math.max(0, texts - 0.5) + prior * rate) / (pairs + prior);
  return Math.max(0, -Math.log(here * Math.max(length, SHORTEST)));
}

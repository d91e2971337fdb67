/**
 * What is read of a task or question: its distinct terms, each with how often texts of any subject have it.
 * The work is bounded, no matter what a client sends, and done once for skills and memories.
 */
import { analyze, compoundParts, detectLanguage, otherTerms, visitTerms } from './analyze.ts';
import { backgroundRate } from './background.ts';
import { type Entries, findImpact, NONE, type Postings } from './postings.ts';

/**
 * A longer query is read at its two ends. What is asked for stands at the beginning, sometimes at the end;
 * what lies between is material (a log, a file) that would match everything by accident.
 */
const HEAD_CHARACTERS = 8_000;
const TAIL_CHARACTERS = 4_000;

/**
 * Shorter queries are weighed like one of this many terms: below it, length tells nothing about accidents.
 */
const SHORTEST = 10;

/** Of a query of more terms enough are found without trying others. */
const TELLING = 30;

/** Kinds of files as people name them and as their endings say; a task with `receipt.jpg` is about an image. */
const FILES = `
image: photo picture photograph screenshot jpg jpeg png gif webp tiff bmp heic
video: footage film mp4 mov mkv avi webm
audio: podcast mp3 wav flac ogg m4a
spreadsheet: xlsx xls csv
presentation: powerpoint slide deck pptx ppt
word: docx
python: py ipynb`;

/** A kind or an ending, as a term → the term of its kind. */
const KIND_OF: ReadonlyMap<string, string> = new Map(
  FILES.trim()
    .split('\n')
    .flatMap((line) => {
      const [kind = '', ...others] = analyze(line);
      return others.map((other): [string, string] => [other, kind]);
    }),
);

export interface QueryTerm {
  readonly term: string;
  /** As it was written where it first occurs. */
  readonly word: string;
  /** Its share of the distinct words of texts in general. */
  readonly rate: number;
  /** Terms that the word may have in texts of another language, where the query is not known to be English. */
  readonly others?: () => readonly string[];
  /** Whether the word may be a German compound. */
  readonly isCompound?: boolean;
}

/** A query that has been read: its distinct terms in reading order, stop words left out. */
export type Query = readonly QueryTerm[];

/** Reads a query of any length; at most 12,000 characters of it. Kinds of the files that it names come last. */
export function readQuery(text: string): Query {
  const read: QueryTerm[] = [];
  const known = new Set<string>();
  const keep = (term: string, word: string): void => {
    if (known.has(term)) return;
    known.add(term);
    read.push({ term, word, rate: backgroundRate(term) });
  };
  const language = detectLanguage(text);
  if (text.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) visitTerms(text, keep, language);
  else {
    visitTerms(text.slice(0, HEAD_CHARACTERS), keep, language);
    visitTerms(text.slice(-TAIL_CHARACTERS), keep, language);
  }
  for (const { term, word } of [...read]) {
    const kind = KIND_OF.get(term);
    if (kind !== undefined) keep(kind, word);
  }
  if (language === 'english' || read.length > TELLING) return read;
  const isCompound = language === 'deu' || language === 'unknown';
  return read.map((term) => ({ ...term, others: () => otherTerms(term.word, language), isCompound }));
}

/**
 * The query with another term of a word wherever the texts have that one only: of a request without function words,
 * the stems of each language are tried, then the parts of a German compound.
 */
export function inTermsOf(query: Query, hasTerm: (term: string) => boolean): Query {
  if (query.every(({ others }) => others === undefined)) return query;
  const known = new Set(query.map(({ term }) => term));
  const isNew = (term: string): boolean => !known.has(term) && hasTerm(term);
  return query.flatMap((read) => {
    if (read.others === undefined || hasTerm(read.term)) return [read];
    const other = read.others().find(isNew);
    const found = other !== undefined ? [other] : read.isCompound ? compoundParts(read.word, isNew) : [];
    for (const term of found) known.add(term);
    // A part that no text has is said all the same.
    const rest = other === undefined && found.length < 2 ? [read] : [];
    return [...found.map((term) => ({ term, word: read.word, rate: backgroundRate(term) })), ...rest];
  });
}

/** Longer queries hold material, in which such words ask for nothing. */
const LONGEST_QUESTION = 500;
const ADVICE =
  /\b(?:recommend|suggest|advi[cs]e)|\b(?:ideas|tips|options|best|what are some|should (?:i|we))\b/i;

/** Whether a short query leaves a choice to who answers: about as many as need to know what somebody prefers. English only. */
export function asksForAdvice(text: string): boolean {
  return text.length <= LONGEST_QUESTION && ADVICE.test(text);
}

/** The texts that are searched, as far as one term is concerned. */
interface Occurrence {
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

// Which words made a text match: what the explanation of a recall shows beside its score.

/** Words that an explanation names; the rest adds little. */
const NAMED_TERMS = 8;

/** A word of the query with the weight that finding it has and the entries that were found in each place. */
export interface FoundTerm {
  readonly word: string;
  readonly weight: number;
  readonly entries: readonly Entries[];
}

/** Where to look: an index, its place among the entries of a term, and the documents asked about. */
interface Matching {
  readonly postings: Postings;
  readonly place: number;
  readonly documents: readonly number[];
}

/** A word as the query has it and what it added to the evidence, in nats. */
export interface MatchedTerm {
  readonly word: string;
  readonly weight: number;
}

/** For each of some documents the words of the query that it has, heaviest first. */
export function matchedTerms(
  { postings, place, documents }: Matching,
  terms: readonly FoundTerm[],
): ReadonlyMap<number, readonly MatchedTerm[]> {
  return new Map(
    documents.map((document) => {
      const matched: MatchedTerm[] = [];
      for (const { word, weight, entries } of terms) {
        const impact = findImpact(postings, entries[place] ?? NONE, document);
        if (impact > 0) insertBest(matched, { word, weight: weight * impact }, NAMED_TERMS, byWeight);
      }
      return [document, matched];
    }),
  );
}

function byWeight(a: MatchedTerm, b: MatchedTerm): number {
  return b.weight - a.weight;
}

// The best few of many candidates, without sorting or even creating the others.

/**
 * The score below which no candidate can be among the best `limit`; one of just that score has to be tried.
 */
export function leastScore(best: readonly { readonly score: number }[], limit: number): number {
  if (best.length < limit) return 0;
  return best[limit - 1]?.score ?? Number.POSITIVE_INFINITY;
}

/**
 * Puts a candidate at its place among at most `limit`, best first by `compare` (negative: `a` before `b`).
 */
export function insertBest<T>(best: T[], candidate: T, limit: number, compare: (a: T, b: T) => number): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = best[middle];
    if (other !== undefined && compare(other, candidate) <= 0) low = middle + 1;
    else high = middle;
  }
  if (low >= limit) return;
  // Moved one by one: `splice` makes an array of what it removes, for every candidate.
  for (let place = Math.min(best.length, limit - 1); place > low; place -= 1) {
    const before = best[place - 1];
    if (before !== undefined) best[place] = before;
  }
  best[low] = candidate;
}

/** A score to four places, as it is compared with a minimum and recorded. */
export function brief(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

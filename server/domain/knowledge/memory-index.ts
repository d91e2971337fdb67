/**
 * The memories of one agent, prepared for ranking: one inverted index in which the memories of each user, and
 * those without a user, lie side by side, so that a recall reads its own two stretches and nothing else.
 * Another user's memories are neither served nor counted: no frequency of theirs moves a score.
 */
import { analyze, countTerms, detectLanguage } from './analyze.ts';
import { backgroundRate } from './background.ts';
import { topicsOf } from './meaning/topics.ts';
import {
  GrowingTerms,
  type NumberedTerms,
  numberedPostings,
  numberTerms,
  type Postings,
  postingsBytes,
  type Terms,
} from './postings.ts';

/** A memory as ranking sees it. */
export interface RankableMemory {
  readonly id: string;
  readonly content: string;
  /** Whom it belongs to; null is everybody who uses the agent. */
  readonly userId: string | null;
  /** When it was stored: ISO 8601 UTC with milliseconds, so that text order is time order. */
  readonly createdAt: string;
  readonly kind: 'fact' | 'preference' | 'lesson';
}

/** Memories from position `from` (inclusive) to `to` (exclusive), oldest first. */
interface MemoryRange {
  readonly from: number;
  readonly to: number;
}

/** See `buildMemoryIndex`. */
export interface MemoryIndex {
  readonly ids: readonly string[];
  /** Milliseconds since 1970 of each memory. */
  readonly times: Float64Array;
  /** 1 for each memory that was stored soon after the one before it, which is of the same owner; else 0. */
  readonly isNear: Uint8Array;
  readonly isPreference: Uint8Array;
  /** Number of the term that names whom or what each memory is about, or who said it; −1 where it begins with no name. */
  readonly subjects: Int32Array;
  /** Impact: saturated, length-normalised frequency (BM25). A preference's topics are among its terms. */
  readonly postings: Postings;
  /** `pairs[n]`: distinct terms of all memories before position n. */
  readonly pairs: Uint32Array;
  readonly stretches: ReadonlyMap<string | null, MemoryRange>;
  /** Estimated size in memory. */
  readonly bytes: number;
}

/** BM25: how fast repetition saturates, and how much length counts. Memories are short, so both are low. */
const SATURATION = 0.8;
const LENGTH_EFFECT = 0.3;
/** Terms of an ordinary memory; fixed, so that no memory's score depends on another's length. */
const MEAN_TERMS = 12;

export interface ReadMemory extends NumberedTerms {
  readonly subject: number;
}

/** What is read of memories' texts: which number each term has, and the terms of each memory. */
interface ReadTexts {
  readonly terms: Terms;
  termsOf(memory: RankableMemory): ReadMemory;
}

/**
 * Reads a memory's text, which is what an index costs: about 10 µs for an ordinary one, 1 ms for one of 4 kB
 * of unknown words.
 */
export function readMemory({ content, kind }: MemoryText, terms: GrowingTerms): ReadMemory {
  const counts = countTerms(content, detectLanguage(content));
  const length = sumOf(counts);
  if (kind === 'preference') addTopics(counts);
  const read = numberTerms(impacts(counts, length), terms);
  return { ...read, subject: terms.get(subjectOf(content)) ?? -1 };
}

const FIRST_WORD = /^["“‘(]?(\p{Lu}\p{L}+)/u;
/** A term as rare as this may be a name. */
const NAME_RATE = 2 ** -13;

/** Whether a word, as it was written, may be a name. */
export function isName(term: string, word: string): boolean {
  return /^\p{Lu}/u.test(word) && backgroundRate(term) < NAME_RATE;
}

/** The name that a text begins with, as in "Ada: I sold the boat" or "Ada sold her boat", as a term. */
function subjectOf(content: string): string {
  const word = FIRST_WORD.exec(content)?.[1] ?? '';
  const [term = ''] = analyze(word);
  return isName(term, word) ? term : '';
}

type MemoryText = Pick<RankableMemory, 'content' | 'kind'>;

/** Each topic occurs as often as its words do. */
function addTopics(counts: Map<string, number>): void {
  for (const [word, count] of [...counts]) {
    for (const { term } of topicsOf(word)) counts.set(term, (counts.get(term) ?? 0) + count);
  }
}

/** Indexes memories in any order, reading all of them. */
export function buildMemoryIndex(memories: readonly RankableMemory[]): MemoryIndex {
  const terms = new GrowingTerms();
  const read = new Map(memories.map((memory) => [memory, readMemory(memory, terms)]));
  return indexMemories(memories, { terms, termsOf: (memory) => read.get(memory) ?? NO_TERMS });
}

const NO_TERMS: ReadMemory = { numbers: new Uint32Array(), impacts: new Float32Array(), subject: -1 };

/** Indexes memories in any order whose texts are read already. */
export function indexMemories(
  memories: readonly RankableMemory[],
  { terms, termsOf }: ReadTexts,
): MemoryIndex {
  const sorted = [...memories].sort(inStretches);
  const read = sorted.map(termsOf);
  const postings = numberedPostings(read, terms);
  const pairs = new Uint32Array(sorted.length + 1);
  read.forEach(({ numbers }, position) => {
    pairs[position + 1] = (pairs[position] ?? 0) + numbers.length;
  });
  const times = Float64Array.from(sorted, (memory) => Date.parse(memory.createdAt));
  return {
    ids: sorted.map((memory) => memory.id),
    times,
    isNear: Uint8Array.from(sorted, ({ userId }, place) =>
      Number(sorted[place - 1]?.userId === userId && areNear(times[place - 1] ?? 0, times[place] ?? 0)),
    ),
    isPreference: Uint8Array.from(sorted, (memory) => Number(memory.kind === 'preference')),
    subjects: Int32Array.from(read, ({ subject }) => subject),
    postings,
    pairs,
    stretches: findStretches(sorted),
    bytes: postingsBytes(postings) + 80 * sorted.length,
  };
}

/** A longer time between two memories parts them. */
const NEIGHBOUR_MS = 10 * 60_000;

/** Whether memories that were stored at these times are neighbours. */
export function areNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= NEIGHBOUR_MS;
}

/** By user, those without one first; then by age, oldest first; then by id. */
function inStretches(a: RankableMemory, b: RankableMemory): number {
  if (a.userId !== b.userId) {
    if (a.userId === null) return -1;
    if (b.userId === null) return 1;
    return a.userId < b.userId ? -1 : 1;
  }
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

function findStretches(sorted: readonly RankableMemory[]): Map<string | null, MemoryRange> {
  const stretches = new Map<string | null, MemoryRange>();
  sorted.forEach(({ userId }, position) => {
    const from = stretches.get(userId)?.from ?? position;
    stretches.set(userId, { from, to: position + 1 });
  });
  return stretches;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/**
 * BM25's share of a term in a text of `length` words (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework: BM25 and Beyond", 2009), with a fixed mean length.
 */
function impacts(counts: ReadonlyMap<string, number>, length: number): Map<string, number> {
  const norm = SATURATION * (1 - LENGTH_EFFECT + (LENGTH_EFFECT * length) / MEAN_TERMS);
  const result = new Map<string, number>();
  for (const [term, count] of counts) result.set(term, (count * (SATURATION + 1)) / (count + norm));
  return result;
}

// What one recall may see of an agent's memories: the newest of the user's and of those without a user.
// Counts, sums and scores are taken over this view, so that nothing outside it has any influence.

/** Older memories than the newest so many that a recall may see are not considered. */
export const CONSIDERED_MEMORIES = 2_000;

/** A stretch of visible memories of one index; `at` is its place in the arrays of one query. */
export interface MemoryView extends MemoryRange {
  readonly index: MemoryIndex;
  readonly at: number;
  readonly isUsers: boolean;
}

/**
 * The visible stretches of all indexes, cut together to the newest considered: the user's first, each group
 * by age, oldest first. Null has no memories of its own. Indexes must not share memories.
 */
export function selectView(indexes: readonly MemoryIndex[], userId: string | null): readonly MemoryView[] {
  const parts = [
    ...(userId === null ? [] : stretches(indexes, userId, true)),
    ...stretches(indexes, null, false),
  ];
  const starts = newestStarts(parts);
  const views: MemoryView[] = [];
  let at = 0;
  parts.forEach((part, place) => {
    const from = starts[place] ?? part.to;
    if (from < part.to) views.push({ ...part, from, at });
    at += part.to - from;
  });
  return views;
}

type Part = Omit<MemoryView, 'at'>;

function stretches(indexes: readonly MemoryIndex[], owner: string | null, isUsers: boolean): Part[] {
  const parts: Part[] = [];
  for (const index of indexes) {
    const stretch = index.stretches.get(owner);
    if (stretch) parts.push({ ...stretch, index, isUsers });
  }
  return parts.sort((a, b) => timeAt(a, a.from) - timeAt(b, b.from));
}

/** Where the newest considered begin in each part; of equally old ones the user's stay. */
function newestStarts(parts: readonly Part[]): number[] {
  const size = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  if (size <= CONSIDERED_MEMORIES) return parts.map(({ from }) => from);
  const oldest = oldestConsidered(parts);
  const starts = parts.map((part) => firstSince(part, oldest + 1));
  let left = CONSIDERED_MEMORIES - sizeFrom(parts, starts);
  return parts.map((part, place) => {
    const start = starts[place] ?? part.to;
    const asOld = Math.min(left, start - firstSince(part, oldest));
    left -= asOld;
    return start - asOld;
  });
}

/** The latest millisecond since which as many memories were stored as are considered, or more. */
function oldestConsidered(parts: readonly Part[]): number {
  let low = Math.min(...parts.map((part) => timeAt(part, part.from)));
  let high = Math.max(...parts.map((part) => timeAt(part, part.to - 1)));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const starts = parts.map((part) => firstSince(part, middle));
    if (sizeFrom(parts, starts) >= CONSIDERED_MEMORIES) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The place of the first memory of a part that was stored at `time` or later; its end where there is none. */
function firstSince(part: Part, time: number): number {
  let [low, high] = [part.from, part.to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timeAt(part, middle) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sizeFrom(parts: readonly Part[], starts: readonly number[]): number {
  return parts.reduce((sum, { to }, place) => sum + to - (starts[place] ?? to), 0);
}

/** When the memory at a position was stored, in milliseconds since 1970. */
export function timeAt({ index }: { readonly index: MemoryIndex }, memory: number): number {
  return index.times[memory] ?? 0;
}

/** How many memories a view holds. */
export function viewSize(views: readonly MemoryView[]): number {
  return views.reduce((sum, { from, to }) => sum + to - from, 0);
}

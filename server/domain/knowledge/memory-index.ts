/**
 * The memories of one agent, prepared for ranking: one inverted index in which the memories of each user, and
 * those without a user, lie side by side, so that a recall reads its own two stretches and nothing else. Another
 * user's memories are neither served nor counted: no frequency of theirs moves a score.
 */
import { countTerms } from './analyze.ts';
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
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** See `buildMemoryIndex`. */
export interface MemoryIndex {
  readonly ids: readonly string[];
  /** Milliseconds since 1970 of each memory. */
  readonly times: Float64Array;
  readonly isPreference: Uint8Array;
  /** Impact: saturated, length-normalised frequency (BM25). */
  readonly postings: Postings;
  /** `pairs[n]`: distinct terms of all memories before position n. */
  readonly pairs: Uint32Array;
  readonly stretches: ReadonlyMap<string | null, Stretch>;
  /** Estimated size in memory. */
  readonly bytes: number;
}

/** BM25: how fast repetition saturates, and how much length counts. Memories are short, so both are low. */
const SATURATION = 0.8;
const LENGTH_EFFECT = 0.3;
/** Terms of an ordinary memory; fixed, so that no memory's score depends on another's length. */
const MEAN_TERMS = 12;

/** What is read of memories' texts: which number each term has, and the terms of each memory. */
export interface ReadTexts {
  readonly terms: Terms;
  termsOf(memory: RankableMemory): NumberedTerms;
}

/** Reads a memory's text, which is what an index costs: about 10 µs for an ordinary one, 1 ms for one of 4 kB of unknown words. */
export function readMemory(content: string, terms: GrowingTerms): NumberedTerms {
  return numberTerms(impacts(countTerms(content)), terms);
}

/** Indexes memories in any order, reading all of them. */
export function buildMemoryIndex(memories: readonly RankableMemory[]): MemoryIndex {
  const terms = new GrowingTerms();
  const read = new Map(memories.map((memory) => [memory, readMemory(memory.content, terms)]));
  return indexMemories(memories, { terms, termsOf: (memory) => read.get(memory) ?? NO_TERMS });
}

const NO_TERMS: NumberedTerms = { numbers: new Uint32Array(), impacts: new Float32Array() };

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
  return {
    ids: sorted.map((memory) => memory.id),
    times: Float64Array.from(sorted, (memory) => Date.parse(memory.createdAt)),
    isPreference: Uint8Array.from(sorted, (memory) => Number(memory.kind === 'preference')),
    postings,
    pairs,
    stretches: findStretches(sorted),
    bytes: postingsBytes(postings) + 80 * sorted.length,
  };
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

function findStretches(sorted: readonly RankableMemory[]): Map<string | null, Stretch> {
  const stretches = new Map<string | null, Stretch>();
  sorted.forEach(({ userId }, position) => {
    const from = stretches.get(userId)?.from ?? position;
    stretches.set(userId, { from, to: position + 1 });
  });
  return stretches;
}

function impacts(counts: ReadonlyMap<string, number>): Map<string, number> {
  let length = 0;
  for (const count of counts.values()) length += count;
  const norm = SATURATION * (1 - LENGTH_EFFECT + (LENGTH_EFFECT * length) / MEAN_TERMS);
  const result = new Map<string, number>();
  for (const [term, count] of counts) result.set(term, (count * (SATURATION + 1)) / (count + norm));
  return result;
}

/**
 * Which memories bear on a query. Scores are 0 to 1 and comparable between queries: they grow with how
 * improbable it is that query and memory share their words by accident.
 */
import { canEnter, insertBest } from './best.ts';
import { fuse, unrelatedCosine } from './fusion.ts';
import { type FoundTerm, type MatchedTerm, matchedTerms } from './matched-terms.ts';
import type { MemoryIndex } from './memory-index.ts';
import { type View, viewOf, viewSize } from './memory-view.ts';
import { addImpacts, entriesBetween, entriesOf } from './postings.ts';
import { evidence, type Query, readQuery } from './query.ts';

/** The background counts like some 300 memories: enough to tell common words where there are few. */
const PRIOR_PAIRS = 3_000;
/** Weight of each word of a query of which all are too common to be evidence: something is found, in some order. */
const LEAST_WEIGHT = 0.1;
/** Evidence (nats, saturated) that gives a score of ½. */
const HALF = 12;
/**
 * What a memory takes over from those stored just before and after it, which mostly tell of the same events:
 * a question about one detail often uses the words of the next.
 */
const NEIGHBOUR = 0.2;
const NEIGHBOUR_MS = 10 * 60_000;
/**
 * Score of a user's preference of which the query says nothing, and head start of one it mentions: what somebody
 * prefers holds for whatever they ask, and a request for a restaurant seldom says "vegetarian". High enough to
 * go before facts that share an ordinary word, low enough to leave the places to those that share a rare one.
 */
const STANDING = 0.2;
/** Why a memory has its score. */
interface MemoryScoreParts {
  /** The score that its own words give, 0 to 1. */
  readonly lexical: number;
  /** What its neighbours in time add to that, 0 to 1. */
  readonly neighbours: number;
  /** Cosine of the vectors, where there are any. */
  readonly cosine: number | null;
  /** Whether it has the head start of a user's own preference. */
  readonly standing: boolean;
  /** Words of the query that it has, heaviest first; weights in nats. */
  readonly terms: readonly MatchedTerm[];
}

/** A memory with its score from 0 to 1. */
export interface RankedMemory {
  readonly id: string;
  readonly score: number;
  readonly parts: MemoryScoreParts;
}

/** What may be chosen in a ranking. */
export interface MemoryRankingOptions {
  /** Whose recall it is; null sees the memories without a user only. */
  readonly userId: string | null;
  /** At most so many; default 200. */
  readonly limit?: number;
  /** Memory id → cosine of its vector and the query's; absent means lexical ranking. */
  readonly cosines?: ReadonlyMap<string, number>;
  /** Whether the user's own preferences have a head start and are found unasked; default true. */
  readonly standingPreferences?: boolean;
}

/**
 * Ranks what one user may see, best first; ties go to the newer memory, then by id. A query without a word that
 * says anything finds nothing.
 */
export function rankMemories(
  index: MemoryIndex,
  query: string | Query,
  options: MemoryRankingOptions,
): RankedMemory[] {
  const read = typeof query === 'string' ? readQuery(query) : query;
  const views = viewOf(index, options.userId);
  const own = new Float64Array(viewSize(views));
  if (read.length === 0 || own.length === 0) return [];
  const terms = find(index, views, read);
  for (const { weight, entries } of terms) {
    views.forEach((view, place) => {
      addImpacts(index.postings, entries[place] ?? NOWHERE, weight, own, view.from - view.at);
    });
  }
  const lent = lendToNeighbours(index, views, own);
  return explain(index, collect(index, views, { own, lent }, options), terms);
}

interface Candidate {
  readonly memory: number;
  readonly id: string;
  readonly time: number;
  readonly score: number;
  readonly own: number;
  readonly lent: number;
  readonly cosine: number | undefined;
  readonly standing: boolean;
}

const NOWHERE = { from: 0, to: 0 };

function find(index: MemoryIndex, views: readonly View[], query: Query): FoundTerm[] {
  const pairs = views.reduce(
    (sum, { from, to }) => sum + (index.pairs[to] ?? 0) - (index.pairs[from] ?? 0),
    0,
  );
  const found: FoundTerm[] = [];
  for (const { term, word, rate } of query) {
    const all = entriesOf(index.postings, term);
    const entries = views.map((view) => entriesBetween(index.postings, all, view.from, view.to));
    const texts = entries.reduce((sum, { from, to }) => sum + to - from, 0);
    if (texts === 0) continue;
    found.push({ word, entries, weight: evidence(rate, { texts, pairs, prior: PRIOR_PAIRS }, query.length) });
  }
  const telling = found.filter(({ weight }) => weight > 0);
  return telling.length > 0 ? telling : found.map((term) => ({ ...term, weight: LEAST_WEIGHT }));
}

function lendToNeighbours(index: MemoryIndex, views: readonly View[], own: Float64Array): Float64Array {
  const lent = new Float64Array(own.length);
  for (const { from, to, at } of views) {
    for (let memory = from + 1; memory < to; memory += 1) {
      const place = memory - from + at;
      const before = own[place - 1] ?? 0;
      const here = own[place] ?? 0;
      if (before + here === 0 || !areNeighbours(index.times, memory)) continue;
      lent[place] = (lent[place] ?? 0) + NEIGHBOUR * before;
      lent[place - 1] = (lent[place - 1] ?? 0) + NEIGHBOUR * here;
    }
  }
  return lent;
}

function areNeighbours(times: Float64Array, memory: number): boolean {
  return (times[memory] ?? 0) - (times[memory - 1] ?? 0) <= NEIGHBOUR_MS;
}

function collect(
  index: MemoryIndex,
  views: readonly View[],
  sums: { own: Float64Array; lent: Float64Array },
  options: MemoryRankingOptions,
): Candidate[] {
  const { limit = 200, cosines } = options;
  const unrelated = unrelatedCosine(cosines);
  const best: Candidate[] = [];
  for (const view of views) {
    for (let memory = view.from; memory < view.to; memory += 1) {
      const own = sums.own[memory - view.from + view.at] ?? 0;
      const lent = sums.lent[memory - view.from + view.at] ?? 0;
      const standing = isStanding(index, memory, view, options);
      if (own + lent === 0 && !standing && !cosines) continue;
      const id = index.ids[memory] ?? '';
      const cosine = cosines?.get(id);
      const score = withHeadStart(fuse(toScore(own + lent), cosine, unrelated), standing);
      if (score === 0 || !canEnter(best, score, limit)) continue;
      const candidate = { memory, id, time: index.times[memory] ?? 0, score, own, lent, cosine, standing };
      insertBest(best, candidate, limit, inOrder);
    }
  }
  return best;
}

function isStanding(index: MemoryIndex, memory: number, view: View, options: MemoryRankingOptions): boolean {
  return view.isUsers && index.isPreference[memory] === 1 && (options.standingPreferences ?? true);
}

function withHeadStart(score: number, standing: boolean): number {
  return standing ? STANDING + (1 - STANDING) * score : score;
}

function toScore(found: number): number {
  return found / (found + HALF);
}

function inOrder(a: Candidate, b: Candidate): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.time !== b.time) return b.time - a.time;
  return a.id < b.id ? -1 : 1;
}

function explain(
  index: MemoryIndex,
  best: readonly Candidate[],
  terms: readonly FoundTerm[],
): RankedMemory[] {
  const matched = matchedTerms(
    index.postings,
    best.map(({ memory }) => memory),
    terms,
  );
  return best.map(({ memory, id, score, own, lent, cosine = null, standing }) => {
    const lexical = toScore(own);
    const neighbours = toScore(own + lent) - lexical;
    return { id, score, parts: { lexical, neighbours, cosine, standing, terms: matched.get(memory) ?? [] } };
  });
}

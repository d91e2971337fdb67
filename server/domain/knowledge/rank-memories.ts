/**
 * Which memories bear on a query. Scores are 0 to 1 and comparable between queries: they grow with how
 * improbable it is that query and memory share their words by accident.
 */

import { type MemoryIndex, type MemoryView, selectView, timeAt, viewSize } from './memory-index.ts';
import { addImpacts, entriesBetween, findEntries, NONE } from './postings.ts';
import {
  evidence,
  type FoundTerm,
  insertBest,
  leastScore,
  type MatchedTerm,
  matchedTerms,
  type Query,
  type QueryTerm,
  readQuery,
} from './query.ts';
import { topicsOf } from './topics.ts';
import { type BackgroundCosines, fuse, unrelatedCosine } from './vector.ts';

/** The background counts like some 300 memories: enough to tell common words where there are few. */
const PRIOR_PAIRS = 3_000;
/**
 * Weight of each word of a query of which all are too common to be evidence: something is found, in some
 * order.
 */
const LEAST_WEIGHT = 0.1;
/** Share of a topic among the words of texts in general: of the most common words, as each has dozens of words. */
const TOPIC_RATE = 2 ** -7;
/** Evidence (nats, saturated) that gives a score of ½. */
const HALF = 12;
/**
 * What a memory takes over from those stored just before and after it, which mostly tell of the same events:
 * a question about one detail often uses the words of the next. Each further one counts less by FADE.
 */
const NEIGHBOUR = 0.2;
const FADE = 0.6;
/** A longer time between two memories parts them. */
const NEIGHBOUR_MS = 10 * 60_000;
/**
 * Score of a user's preference of which the query says nothing, and head start of one it mentions: what
 * somebody prefers holds for everything they ask. Low enough that preferences among facts push as few of those out
 * of a recall as before topics counted; those that the query bears on come before them by words and topics.
 */
const STANDING = 0.15;
interface MemoryScoreParts {
  /** The score that its own words give, 0 to 1. */
  readonly lexical: number;
  /** What its neighbours in time add to that, 0 to 1. */
  readonly neighbours: number;
  /** Cosine of the vectors, where there are any. */
  readonly cosine: number | null;
  /** Whether it has the head start of a user's own preference. */
  readonly standing: boolean;
  /**
   * Words of the query that it has, heaviest first; weights in nats. Where a preference has the word's topic, also
   * the word with the topic in brackets.
   */
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
  /**
   * Only for so many of the best the matched words are named, which costs more than finding them; default
   * all.
   */
  readonly named?: number;
  /** Memory id → cosine of its vector and the query's; absent means lexical ranking. */
  readonly cosines?: ReadonlyMap<string, number>;
  /**
   * Cosines of the query's vector with texts that have nothing to do with it; counted where there are few
   * candidates.
   */
  readonly background?: readonly number[];
}

/**
 * Ranks what one user may see in several indexes together, best first; ties go to the newer memory, then by
 * id. How memories are spread over indexes makes no difference, as long as those of one owner do not overlap
 * in time. A query without a word that says anything finds nothing.
 */
export function rankMemories(
  indexes: readonly MemoryIndex[],
  query: string | Query,
  options: MemoryRankingOptions,
): RankedMemory[] {
  const read = typeof query === 'string' ? readQuery(query) : query;
  const views = selectView(indexes, options.userId);
  const own = new Float64Array(viewSize(views));
  if (read.length === 0 || own.length === 0) return [];
  const terms = find(views, read);
  for (const { weight, entries } of terms) {
    views.forEach(({ index, from, at }, place) => {
      addImpacts(index.postings, entries[place] ?? NONE, weight, own, from - at);
    });
  }
  const best = collect(views, { own, lent: lendToNeighbours(views, own) }, options);
  return explain(views, best, { terms, named: options.named ?? best.length });
}

interface ScoredMemory {
  readonly place: number;
  readonly memory: number;
  readonly id: string;
  readonly time: number;
  readonly score: number;
  readonly own: number;
  readonly lent: number;
  readonly cosine: number | undefined;
  readonly standing: boolean;
}

function find(views: readonly MemoryView[], query: Query): FoundTerm[] {
  const pairs = views.reduce(
    (sum, { index, from, to }) => sum + (index.pairs[to] ?? 0) - (index.pairs[from] ?? 0),
    0,
  );
  const findTerm = ({ term, word, rate }: QueryTerm): FoundTerm[] => {
    const entries = views.map(({ index: { postings }, from, to }) =>
      entriesBetween(postings, findEntries(postings, term), from, to),
    );
    const texts = entries.reduce((sum, { from, to }) => sum + to - from, 0);
    if (texts === 0) return [];
    const weight = evidence(rate, { texts, pairs, prior: PRIOR_PAIRS }, query.length);
    return [{ word, entries, weight }];
  };
  const words = query.flatMap(findTerm);
  const telling = words.filter(({ weight }) => weight > 0);
  const found = telling.length > 0 ? telling : words.map((term) => ({ ...term, weight: LEAST_WEIGHT }));
  const topics = query.flatMap(topicTerms).flatMap(findTerm);
  return [...found, ...topics.filter(({ weight }) => weight > 0)];
}

/** The topics of a word, as terms that preferences may have. */
function topicTerms({ term, word }: QueryTerm): QueryTerm[] {
  return topicsOf(term).map((topic) => ({
    term: topic.term,
    word: `${word} (${topic.name})`,
    rate: TOPIC_RATE,
  }));
}

/**
 * Neighbours belong to one owner; the last of a view and the first of its owner's next one are neighbours
 * too. What one lends fades from memory to memory, so one pass in each direction is enough.
 */
function lendToNeighbours(views: readonly MemoryView[], own: Float64Array): Float64Array {
  const lent = new Float64Array(own.length);
  const isApart = new Uint8Array(own.length + 1).fill(1);
  let near = 0;
  let before: MemoryView | undefined;
  let carried = 0;
  for (const view of views) {
    const { times } = view.index;
    let last = before?.isUsers === view.isUsers ? timeAt(before, before.to - 1) : Number.NEGATIVE_INFINITY;
    for (let memory = view.from, place = view.at; memory < view.to; memory += 1, place += 1) {
      const time = times[memory] ?? 0;
      const isNear = Math.abs(time - last) <= NEIGHBOUR_MS;
      carried = isNear ? FADE * carried + NEIGHBOUR * (own[place - 1] ?? 0) : 0;
      isApart[place] = Number(!isNear);
      near += Number(isNear);
      lent[place] = carried;
      last = time;
    }
    before = view;
  }
  if (near > 0) lendToEarlier({ own, lent }, isApart);
  return lent;
}

function lendToEarlier({ own, lent }: Sums, isApart: Uint8Array): void {
  let carried = 0;
  for (let place = own.length - 1; place >= 0; place -= 1) {
    carried = isApart[place + 1] === 0 ? FADE * carried + NEIGHBOUR * (own[place + 1] ?? 0) : 0;
    lent[place] = (lent[place] ?? 0) + carried;
  }
}

interface Sums {
  readonly own: Float64Array;
  readonly lent: Float64Array;
}

function collect(views: readonly MemoryView[], sums: Sums, options: MemoryRankingOptions): ScoredMemory[] {
  const unrelated = unrelatedCosine(options.cosines, options.background);
  const best: ScoredMemory[] = [];
  views.forEach((view, place) => {
    collectView(best, { view, place, sums, unrelated }, options);
  });
  return best;
}

/** Runs over every memory of the view, so that most must be passed over after a few operations. */
function collectView(
  best: ScoredMemory[],
  {
    view,
    place,
    sums,
    unrelated,
  }: { view: MemoryView; place: number; sums: Sums; unrelated: BackgroundCosines },
  { limit = 200, cosines }: MemoryRankingOptions,
): void {
  const { ids, isPreference } = view.index;
  let least = leastScore(best, limit);
  for (let memory = view.from, at = view.at; memory < view.to; memory += 1, at += 1) {
    const own = sums.own[at] ?? 0;
    const lent = sums.lent[at] ?? 0;
    const standing = view.isUsers && isPreference[memory] === 1;
    const cosine = cosines?.get(ids[memory] ?? '');
    const lexical = toScore(own + lent);
    const score = withHeadStart(cosine === undefined ? lexical : fuse(lexical, cosine, unrelated), standing);
    if (score === 0 || score < least) continue;
    const [id, time] = [ids[memory] ?? '', timeAt(view, memory)];
    insertBest(best, { place, memory, id, time, score, own, lent, cosine, standing }, limit, inOrder);
    least = leastScore(best, limit);
  }
}

function withHeadStart(score: number, standing: boolean): number {
  return standing ? STANDING + (1 - STANDING) * score : score;
}

function toScore(found: number): number {
  return found / (found + HALF);
}

function inOrder(a: ScoredMemory, b: ScoredMemory): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.time !== b.time) return b.time - a.time;
  return a.id < b.id ? -1 : 1;
}

function explain(
  views: readonly MemoryView[],
  best: readonly ScoredMemory[],
  { terms, named }: { terms: readonly FoundTerm[]; named: number },
): RankedMemory[] {
  const first = best.slice(0, named);
  const matched = views.map(({ index }, place) => {
    const documents = first.filter((candidate) => candidate.place === place).map(({ memory }) => memory);
    return matchedTerms({ postings: index.postings, place, documents }, terms);
  });
  return best.map(({ place, memory, id, score, own, lent, cosine = null, standing }) => {
    const lexical = toScore(own);
    const neighbours = toScore(own + lent) - lexical;
    const words = matched[place]?.get(memory) ?? [];
    return { id, score, parts: { lexical, neighbours, cosine, standing, terms: words } };
  });
}

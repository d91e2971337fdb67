/**
 * Which memories bear on a query. Scores are 0 to 1 and comparable between queries: a query that no memory
 * concerns mostly leaves all of them below 0.12, the default minimum of a recall. The score of a memory is
 *
 *   E ∕ (E + HALF), with E = evidence · e^(FIT · (min(share, enough) − enough))
 *
 * `evidence` says how improbable it is that query and memory share their words by accident, with what the
 * memory's neighbours in time lend it. It orders the facts. `share` says whether the query is about what is
 * remembered: the part of the query that the words of one memory cover, each word weighed as in texts of any
 * subject. For facts it is the share of the best one, because what one question is about is told in several; for a
 * preference it is its own, with the words of its topics. Without it a rare word that a long task has in common
 * with one of hundreds of memories would count as much as a name that all of them are about.
 *
 * A preference also counts by its likeness to the query in meaning, where that is known, so that it is found without a
 * word in common: see server/knowledge/words/README.md.
 *
 * A query that asks for advice needs no share in a preference: what somebody prefers bears on a choice that is left to
 * who answers, though 55 % of such questions share no word with it.
 *
 * Measured: of the questions about these memories, 0.726 and 0.752 of the facts are among the ten best (0.727 and 0.759
 * without a minimum), and 0.93 of the preferences (0.97), 0.67 of them as the first. Of tasks that concern none of them, 1 in
 * 28 and 1 in 100 are served a fact and 1 in 15 to 1 in 20 a preference.
 */

import { type MemorySums, sumUp } from './memory-evidence.ts';
import { type MemoryIndex, type MemoryView, selectView, timeAt } from './memory-index.ts';
import { entriesBetween, findEntries } from './postings.ts';
import {
  type FoundTerm,
  insertBest,
  inTermsOf,
  leastScore,
  type MatchedTerm,
  matchedTerms,
  type Query,
  readQuery,
} from './query.ts';
import { type BackgroundCosines, fuse, unrelatedCosine } from './vector.ts';

/** Evidence (nats) that gives a score of ½ where the share is enough. */
const HALF = 18;
/**
 * A share of the query that is enough where there is one memory, and what each e-fold of memories asks for in addition: the
 * best of many has more by accident. A share 0.04 smaller halves the evidence.
 */
const ENOUGH = 0.17;
const ENOUGH_BY_SIZE = 0.03;
/** The same of a preference, unless the query asks for advice. */
const ENOUGH_OF_PREFERENCE = 0.28;
const FIT = 16;
/**
 * What a preference's likeness to the query in meaning adds to its share, for what it is above the usual, and to its evidence
 * (nats). With less asked for (0.23; 0.4 above 0.3), 10 % of 561 tasks that concern no preference are served one instead of 5 %,
 * 14 and 11 % instead of 9 and 4 % in halves paired with other users, and 0.94 of the questions instead of 0.93.
 */
const LIKENESS = { share: 1, usual: 0.45, evidence: 16 };
/** Evidence (nats) of a memory that has all words of the query, however many other memories have them too. */
const COVERING = 6;
interface MemoryScoreParts {
  /** The score that its own words give, 0 to 1. */
  readonly lexical: number;
  /** What its neighbours in time add to that, 0 to 1. */
  readonly neighbours: number;
  /** Cosine of the vectors, where there are any. */
  readonly cosine: number | null;
  /** How near its words are to the query's in meaning; null where that is not known or does not count. */
  readonly likeness: number | null;
  /** Whether it is a preference, of which a smaller share of the query is enough. */
  readonly standing: boolean;
  /** Whether it is one and the query asks for advice, so that no share is asked for. */
  readonly advice: boolean;
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
  /** How near a preference's words are to the query's in meaning, −1 to 1; undefined where that is not known. */
  readonly likeness?: (id: string) => number | undefined;
  /** Whether the query asks for advice (`asksForAdvice`): a preference then needs no share of it. */
  readonly advice?: boolean;
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
  const views = selectView(indexes, options.userId);
  const read = inTermsOf(typeof query === 'string' ? readQuery(query) : query, (term) =>
    hasTerm(views, term),
  );
  if (read.length === 0 || views.length === 0) return [];
  const sums = sumUp(views, read);
  const found = collect(views, sums, options);
  return explain(views, found, {
    terms: sums.terms,
    named: options.named ?? found.length,
    advice: options.advice ?? false,
  });
}

/** Asked of the views alone, so that nobody's words change how another user's query is read. */
function hasTerm(views: readonly MemoryView[], term: string): boolean {
  return views.some(({ index: { postings }, from, to }) => {
    const found = entriesBetween(postings, findEntries(postings, term), from, to);
    return found.from < found.to;
  });
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
  readonly like: number | undefined;
  readonly standing: boolean;
}

function collect(
  views: readonly MemoryView[],
  sums: MemorySums,
  options: MemoryRankingOptions,
): ScoredMemory[] {
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
  }: { view: MemoryView; place: number; sums: MemorySums; unrelated: BackgroundCosines },
  { limit = 200, cosines, likeness, advice = false }: MemoryRankingOptions,
): void {
  const { ids, isPreference } = view.index;
  const factsKept = keep(sums.best / sums.mass, ENOUGH + ENOUGH_BY_SIZE * Math.log(sums.own.length));
  const covering = COVERING / sums.mass;
  let least = leastScore(best, limit);
  let tooLittle = foundBelow(least) / factsKept;
  for (let memory = view.from, at = view.at; memory < view.to; memory += 1, at += 1) {
    const standing = isPreference[memory] === 1;
    if (!standing && cosines === undefined && isPassedOver(sums, at, { tooLittle, covering })) continue;
    const share = (sums.covered[at] ?? 0) / sums.mass;
    const id = ids[memory] ?? '';
    const like = standing ? likeness?.(id) : undefined;
    const { kept, evidence } = keptOf(standing, factsKept, { share, like, advice });
    const own = kept * ((sums.own[at] ?? 0) + COVERING * share + evidence);
    const lent = kept * (sums.lent[at] ?? 0);
    const cosine = cosines?.get(id);
    const score = fuse(toScore(own + lent), cosine, unrelated);
    if (score === 0 || score < least) continue;
    const time = timeAt(view, memory);
    insertBest(best, { place, memory, id, time, score, own, lent, cosine, like, standing }, limit, inOrder);
    least = leastScore(best, limit);
    tooLittle = foundBelow(least) / factsKept;
  }
}

/** Whether a fact has nothing of the query, or too little; `covering` is what covering 1 of the query counts for. */
function isPassedOver(
  { own, covered, lent }: MemorySums,
  at: number,
  { tooLittle, covering }: { tooLittle: number; covering: number },
): boolean {
  const said = covered[at] ?? 0;
  const near = lent[at] ?? 0;
  return (said === 0 && near === 0) || (own[at] ?? 0) + covering * said + near < tooLittle;
}

/** The part of its evidence that a memory keeps, and what a preference's likeness to the query adds to that. */
function keptOf(
  standing: boolean,
  factsKept: number,
  { share, like, advice }: { share: number; like: number | undefined; advice: boolean },
): { kept: number; evidence: number } {
  if (!standing) return { kept: factsKept, evidence: 0 };
  const near = Math.max(0, like ?? 0);
  const added = like === undefined ? 0 : LIKENESS.share * (near - LIKENESS.usual);
  const kept = advice ? 1 : keep(share + added, ENOUGH_OF_PREFERENCE);
  return { kept, evidence: LIKENESS.evidence * near };
}

/** The part of its evidence that a memory keeps. */
function keep(share: number, enough: number): number {
  return Math.exp(FIT * (Math.min(share, enough) - enough));
}

function toScore(found: number): number {
  return found / (found + HALF);
}

/** More than rounding changes what was found. */
const ROUNDING = 1e-9;

/** Whatever is found of less than this has a lower score than `score`. */
function foundBelow(score: number): number {
  return ((HALF * score) / (1 - score)) * (1 - ROUNDING);
}

function inOrder(a: ScoredMemory, b: ScoredMemory): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.time !== b.time) return b.time - a.time;
  return a.id < b.id ? -1 : 1;
}

function explain(
  views: readonly MemoryView[],
  best: readonly ScoredMemory[],
  { terms, named, advice }: { terms: readonly FoundTerm[]; named: number; advice: boolean },
): RankedMemory[] {
  const first = best.slice(0, named);
  const matched = views.map(({ index }, place) => {
    const documents = first.filter((candidate) => candidate.place === place).map(({ memory }) => memory);
    return matchedTerms({ postings: index.postings, place, documents }, terms);
  });
  return best.map(({ place, memory, id, score, own, lent, cosine = null, like = null, standing }) => {
    const lexical = toScore(own);
    const neighbours = toScore(own + lent) - lexical;
    const words = matched[place]?.get(memory) ?? [];
    const weighed = { lexical, neighbours, cosine, likeness: like, standing, advice: advice && standing };
    return { id, score, parts: { ...weighed, terms: words } };
  });
}

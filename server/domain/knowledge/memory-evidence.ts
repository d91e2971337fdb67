/** What the memories of a view have of a query: evidence, and how much of what it says. */

import { topicsOf } from './meaning/topics.ts';
import { areNear, isName, type MemoryView, timeAt, viewSize } from './memory-index.ts';
import {
  addBoth,
  addWeight,
  type Entries,
  entriesAt,
  entriesBetween,
  NONE,
  reusedSums,
  type Terms,
} from './postings.ts';
import { evidence, type FoundTerm, type Query, type QueryTerm } from './query.ts';

/** The background counts like some 300 memories: enough to tell common words where there are few. */
const PRIOR_PAIRS = 3_000;
/** A term as rare as it is in texts of any subject. */
const NOWHERE = { texts: 0, pairs: 0, prior: 1 };
/**
 * Weight of each word of a query of which all are too common to be evidence: something is found, in some
 * order.
 */
const LEAST_WEIGHT = 0.5;
/** Share of a topic among the words of texts in general: of the most common words, as each has dozens of words. */
const TOPIC_RATE = 2 ** -7;
/** What each query is taken to say beside its words (nats), so that one common word is not all of a query. */
const UNSAID = 10;
/**
 * What a memory takes over from those stored just before and after it, which mostly tell of the same events:
 * a question about one detail often uses the words of the next. Each further one counts less by FADE.
 */
const NEIGHBOUR = 0.2;
const FADE = 0.6;

/**
 * Evidence counts so many times as much for a memory that begins with a name which the query has. Of questions about
 * conversations, 0.728 and 0.752 of what answers them is among the ten best, 0.697 and 0.736 without this. With the weight chosen on
 * three of the four conversations, it is more on the fourth, whichever that is. Questions about other conversations are served hardly more.
 */
const NAMED = 1.75;

const [ownSums, coveredSums, lentSums] = [reusedSums(), reusedSums(), reusedSums()];

/** Of each memory its evidence, what its neighbours lend it, and what of the query it covers; in nats. Holds until the next sums. */
export interface MemorySums {
  readonly own: Float64Array;
  readonly lent: Float64Array;
  readonly covered: Float64Array;
  /** The most that the words of one memory cover. */
  readonly best: number;
  /** What the query says. */
  readonly mass: number;
  /** The words of the query that some memory has, and topics that a preference has. */
  readonly terms: readonly FoundTerm[];
}

/** Goes over the memories that have a word of the query, and once over all. */
export function sumUp(views: readonly MemoryView[], query: Query): MemorySums {
  const said = query.map(({ rate }) => evidence(rate, NOWHERE, query.length));
  const { words, topics } = find(views, query, said);
  const own = ownSums(viewSize(views));
  const covered = coveredSums(own.length);
  const add = (found: readonly SaidTerm[]): void => {
    for (const term of found) {
      const { weight, said: cover, entries } = term;
      views.forEach(({ index, from, at }, place) => {
        const [its, base] = [entries[place] ?? NONE, from - at];
        // A common word is no evidence.
        if (weight === 0) addWeight(index.postings, its, cover, covered, base);
        else addBoth(index.postings, its, { weight, cover }, { text: own, covered, base });
      });
    }
  };
  add(words);
  let best = 0;
  for (let place = 0; place < covered.length; place += 1) best = Math.max(best, covered[place] ?? 0);
  add(topics);
  const lent = lendToNeighbours(views, own);
  weighNames({ own, lent }, views, query);
  const terms = [...words, ...topics].filter(({ weight }) => weight > 0);
  return { own, lent, covered, best, mass: massOf(query, said), terms };
}

function weighNames(
  sums: Pick<MemorySums, 'own' | 'lent'>,
  views: readonly MemoryView[],
  query: Query,
): void {
  const names = query.filter(({ term, word }) => isName(term, word));
  for (const view of views) {
    for (const { term } of names) weighNamed(sums, view, term);
  }
}

function weighNamed({ own, lent }: Pick<MemorySums, 'own' | 'lent'>, view: MemoryView, name: string): void {
  const { postings, subjects } = view.index;
  const number = postings.terms.get(name);
  const { from, to } = entriesBetween(postings, entriesAt(postings, number), view.from, view.to);
  for (let entry = from; entry < to; entry += 1) {
    const memory = postings.documents[entry] ?? 0;
    if (subjects[memory] !== number) continue;
    const place = view.at + memory - view.from;
    own[place] = NAMED * (own[place] ?? 0);
    lent[place] = NAMED * (lent[place] ?? 0);
  }
}

/** A term with what finding it tells of the share: the weight that it has in texts of any subject. */
interface SaidTerm extends FoundTerm {
  readonly said: number;
}

/** `said` is what each term of the query says in texts of any subject, in nats. */
function find(
  views: readonly MemoryView[],
  query: Query,
  said: readonly number[],
): Record<'words' | 'topics', readonly SaidTerm[]> {
  const pairs = views.reduce(
    (sum, { index, from, to }) => sum + (index.pairs[to] ?? 0) - (index.pairs[from] ?? 0),
    0,
  );
  const findTerm = ({ term, word, rate }: QueryTerm, place: number): SaidTerm[] => {
    const entries = entriesOf(views, term);
    const texts = entries.reduce((sum, { from, to }) => sum + to - from, 0);
    if (texts === 0) return [];
    const weight = evidence(rate, { texts, pairs, prior: PRIOR_PAIRS }, query.length);
    return [{ word, entries, weight, said: said[place] ?? 0 }];
  };
  const words = query.flatMap(findTerm);
  const isTelling = words.some(({ weight }) => weight > 0);
  return {
    words: isTelling ? words : words.map((term) => ({ ...term, weight: LEAST_WEIGHT })),
    topics: query.flatMap((term, place) => topicTerms(term).flatMap((topic) => findTerm(topic, place))),
  };
}

/** The entries of a term in each view. Indexes of one partition share their terms, and stand side by side. */
function entriesOf(views: readonly MemoryView[], term: string): Entries[] {
  let terms: Terms | null = null;
  let number: number | undefined;
  return views.map(({ index: { postings }, from, to }) => {
    if (postings.terms !== terms) {
      ({ terms } = postings);
      number = terms.get(term);
    }
    return entriesBetween(postings, entriesAt(postings, number), from, to);
  });
}

/** Numbers are left out: those of an order or a port say nothing about the subject, unless a memory has them. */
function massOf(query: Query, said: readonly number[]): number {
  return query.reduce((sum, { term }, place) => sum + (/^\d/.test(term) ? 0 : (said[place] ?? 0)), UNSAID);
}

const NO_TERMS: QueryTerm[] = [];

/** The topics of a word, as terms that preferences may have. */
function topicTerms({ term, word }: QueryTerm): QueryTerm[] {
  const topics = topicsOf(term);
  // Most words tell of none.
  if (topics.length === 0) return NO_TERMS;
  return topics.map((topic) => ({
    term: topic.term,
    word: `${word} (${topic.name})`,
    rate: TOPIC_RATE,
  }));
}

/**
 * Neighbours belong to one owner; the last of a view and the first of its owner's next one are neighbours
 * too. What one lends fades from memory to memory, so one pass in each direction is enough, and both are taken at once.
 */
function lendToNeighbours(views: readonly MemoryView[], own: Float64Array): Float64Array {
  const lent = lentSums(own.length);
  const isNear = nearInViews(views, own.length);
  let [toLater, toEarlier] = [0, 0];
  for (let place = 1, back = own.length - 2; place < own.length; place += 1, back -= 1) {
    toLater = isNear[place] === 1 ? FADE * toLater + NEIGHBOUR * (own[place - 1] ?? 0) : 0;
    lent[place] = (lent[place] ?? 0) + toLater;
    toEarlier = isNear[back + 1] === 1 ? FADE * toEarlier + NEIGHBOUR * (own[back + 1] ?? 0) : 0;
    lent[back] = (lent[back] ?? 0) + toEarlier;
  }
  return lent;
}

/** 1 for each memory that is a neighbour of the one before it. */
function nearInViews(views: readonly MemoryView[], size: number): Uint8Array {
  const isNear = new Uint8Array(size);
  let before: MemoryView | undefined;
  for (const view of views) {
    isNear.set(view.index.isNear.subarray(view.from, view.to), view.at);
    const last = before?.isUsers === view.isUsers ? timeAt(before, before.to - 1) : Number.NEGATIVE_INFINITY;
    isNear[view.at] = Number(areNear(last, timeAt(view, view.from)));
    before = view;
  }
  return isNear;
}

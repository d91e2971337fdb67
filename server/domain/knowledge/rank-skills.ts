/**
 * Which skills serve a task. Every skill gets a score from 0 to 1 that is comparable between queries,
 * libraries and tenants: a task that no skill serves leaves all of them below 0.12, the default minimum of a
 * recall.
 */

import { addImpacts, type Entries, entriesAt, NONE } from './postings.ts';
import {
  evidence,
  type FoundTerm,
  insertBest,
  leastScore,
  type MatchedTerm,
  matchedTerms,
  type Query,
  readQuery,
} from './query.ts';
import type { SkillIndex } from './skill-index.ts';
import { fuse, unrelatedCosine } from './vector.ts';

/**
 * The background counts like a library of about this many pairs of skill and distinct term (a thousand
 * skills).
 */
const PRIOR_PAIRS = 30_000;
/** The part of the evidence that a skill keeps of whose name the task says nothing. */
const UNNAMED = 0.6;
/** The most that rules add to the evidence of name and description, and what brings half of it. */
const RULES_AT_MOST = 0.2;
const RULES_HALF = 30;
/** Rules hold several times the words of a description, and so match by accident that much more often. */
const RULES_LENGTH = 5;
/**
 * Evidence (nats, saturated) that gives a score of ½; 16, half of it, separates served from unserved: 0.12.
 */
const HALF = 31;

/** Why a skill has its score. All numbers from 0 to 1, weights in nats. */
interface SkillScoreParts {
  /** The score that name and description alone would give. */
  readonly lexical: number;
  /** Share of the skill's name that the task mentions, by information. */
  readonly coverage: number;
  /** Share of the bonus for rules that was earned. */
  readonly rules: number;
  /** Cosine of the vectors, where there are any. */
  readonly cosine: number | null;
  /** Words of the task that matched name, description or tags, heaviest first. */
  readonly terms: readonly MatchedTerm[];
}

/** A skill with its score from 0 to 1. */
export interface RankedSkill {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly parts: SkillScoreParts;
}

/** What may be chosen in a ranking. */
export interface SkillRankingOptions {
  /** At most so many; default 100. */
  readonly limit?: number;
  /**
   * Only for so many of the best the matched words are named, which costs more than finding them; default
   * all.
   */
  readonly named?: number;
  /** Lower scores are left out; default: whatever is above 0. */
  readonly minScore?: number;
  /** Skill id → cosine of its vector and the query's; absent means lexical ranking. */
  readonly cosines?: ReadonlyMap<string, number>;
  /**
   * Cosines of the query's vector with texts that have nothing to do with it; counted where there are few
   * candidates.
   */
  readonly background?: readonly number[];
}

/**
 * Ranks the skills of several namespaces together, best first; ties go by name, then id. A skill whose name
 * an earlier index also has is hidden (an agent's own before the shared ones). An empty query serves nothing.
 */
export function rankSkills(
  indexes: readonly SkillIndex[],
  query: string | Query,
  options: SkillRankingOptions = {},
): RankedSkill[] {
  const read = typeof query === 'string' ? readQuery(query) : query;
  const terms = find(indexes, read);
  if (read.length === 0 || (terms.length === 0 && !options.cosines)) return [];
  const best: ScoredSkill[] = [];
  indexes.forEach((index, place) => {
    const earlier = indexes.slice(0, place);
    const isHidden = (name: string): boolean => earlier.some((other) => other.hasName.has(name));
    collect(best, sumUp(index, place, terms), { options, isHidden });
  });
  return explain(best, indexes, { terms, named: options.named ?? best.length });
}

/** A term of the task that some skill has, with its entries in text, names and rules of each index. */
interface TaskTerm extends FoundTerm {
  readonly ruleWeight: number;
  readonly name: readonly Entries[];
  readonly rules: readonly Entries[];
}

interface ScoredSkill {
  readonly place: number;
  readonly skill: number;
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly text: number;
  readonly coverage: number;
  readonly rules: number;
  readonly cosine: number | undefined;
}

function find(indexes: readonly SkillIndex[], query: Query): TaskTerm[] {
  const textPairs = indexes.reduce((sum, { text }) => sum + text.documents.length, 0);
  const rulePairs = indexes.reduce((sum, { rules }) => sum + rules.documents.length, 0);
  const found: TaskTerm[] = [];
  for (const { term, word, rate } of query) {
    const numbers = indexes.map((index) => index.text.terms.get(term));
    if (numbers.every((number) => number === undefined)) continue;
    const entries = indexes.map((index, place) => entriesAt(index.text, numbers[place]));
    const rules = indexes.map((index, place) => entriesAt(index.rules, numbers[place]));
    const texts = count(entries);
    const ruleTexts = count(rules);
    if (texts + ruleTexts === 0) continue;
    const seen = { texts, pairs: textPairs, prior: PRIOR_PAIRS };
    const seenInRules = { texts: ruleTexts, pairs: rulePairs, prior: PRIOR_PAIRS };
    found.push({
      word,
      weight: texts === 0 ? 0 : evidence(rate, seen, query.length),
      ruleWeight: ruleTexts === 0 ? 0 : evidence(rate, seenInRules, query.length * RULES_LENGTH),
      entries,
      name: texts === 0 ? [] : indexes.map((index, place) => entriesAt(index.name, numbers[place])),
      rules,
    });
  }
  return found;
}

function count(all: readonly Entries[]): number {
  return all.reduce((sum, { from, to }) => sum + to - from, 0);
}

interface Sums {
  readonly index: SkillIndex;
  readonly place: number;
  readonly text: Float64Array;
  readonly coverage: Float64Array;
  readonly rules: Float64Array;
}

function sumUp(index: SkillIndex, place: number, terms: readonly TaskTerm[]): Sums {
  const size = index.ids.length;
  const sums = {
    text: new Float64Array(size),
    coverage: new Float64Array(size),
    rules: new Float64Array(size),
  };
  for (const { weight, ruleWeight, entries, name, rules } of terms) {
    if (weight > 0) addImpacts(index.text, entries[place] ?? NONE, weight, sums.text);
    addImpacts(index.name, name[place] ?? NONE, 1, sums.coverage);
    if (ruleWeight > 0) addImpacts(index.rules, rules[place] ?? NONE, ruleWeight, sums.rules);
  }
  return { index, place, ...sums };
}

function collect(
  best: ScoredSkill[],
  sums: Sums,
  { options, isHidden }: { options: SkillRankingOptions; isHidden: (name: string) => boolean },
): void {
  const { limit = 100, minScore = 0, cosines } = options;
  const unrelated = unrelatedCosine(cosines, options.background);
  let least = Math.max(minScore, leastScore(best, limit));
  sums.index.ids.forEach((id, skill) => {
    const cosine = cosines?.get(id);
    const text = sums.text[skill] ?? 0;
    if (text === 0 && cosine === undefined) return;
    const coverage = Math.min(1, sums.coverage[skill] ?? 0);
    const rules = ruleBonus(sums.rules[skill]);
    const score = fuse(toScore(text, coverage, rules), cosine, unrelated);
    if (score === 0 || score < least) return;
    const name = sums.index.names[skill] ?? '';
    if (isHidden(name)) return;
    const candidate = { place: sums.place, skill, id, name, score, text, coverage, rules, cosine };
    insertBest(best, candidate, limit, inOrder);
    least = Math.max(minScore, leastScore(best, limit));
  });
}

function ruleBonus(found = 0): number {
  return found / (found + RULES_HALF);
}

function toScore(text: number, coverage: number, rules: number): number {
  const found = text * (UNNAMED + (1 - UNNAMED) * coverage * coverage) * (1 + RULES_AT_MOST * rules);
  return cube(found) / (cube(found) + cube(HALF));
}

/**
 * The steepness of the score. Written out: it is computed for every skill, and a power costs ten products.
 */
function cube(value: number): number {
  return value * value * value;
}

function inOrder(a: ScoredSkill, b: ScoredSkill): number {
  return b.score - a.score || compare(a.name, b.name) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function explain(
  best: readonly ScoredSkill[],
  indexes: readonly SkillIndex[],
  { terms, named }: { terms: readonly TaskTerm[]; named: number },
): RankedSkill[] {
  const telling = terms.filter(({ weight }) => weight > 0);
  const first = best.slice(0, named);
  const matched = indexes.map((index, place) => {
    const documents = first.filter((candidate) => candidate.place === place).map(({ skill }) => skill);
    return matchedTerms({ postings: index.text, place, documents }, telling);
  });
  return best.map(({ place, skill, id, name, score, text, coverage, rules, cosine = null }) => ({
    id,
    name,
    score,
    parts: {
      lexical: toScore(text, coverage, 0),
      coverage,
      rules,
      cosine,
      terms: matched[place]?.get(skill) ?? [],
    },
  }));
}

/**
 * Which skills serve a task. Every skill gets a score from 0 to 1 that is comparable between queries, libraries
 * and tenants: a task that no skill serves leaves all of them below 0.12, the default minimum of a recall.
 */
import { fuse, unrelatedCosine } from './fusion.ts';
import { type Entries, entriesOf, firstAtLeast, type Postings } from './postings.ts';
import { evidence, type QueryTerm, readQuery } from './query.ts';
import type { SkillIndex } from './skill-index.ts';

/** The background counts like a library of about this many pairs of skill and distinct term (a thousand skills). */
const PRIOR_PAIRS = 30_000;
/** The part of the evidence that a skill keeps of whose name the task says nothing. */
const UNNAMED = 0.6;
/** The most that rules add to the evidence of name and description, and what brings half of it. */
const RULES_AT_MOST = 0.2;
const RULES_HALF = 30;
/** Rules hold several times the words of a description, and so match by accident that much more often. */
const RULES_LENGTH = 5;
/** Evidence (nats, saturated) that gives a score of ½; 16, half of it, separates served from unserved: 0.12. */
const HALF = 31;
const STEEPNESS = 3;
/** Matched terms that an explanation names. */
const NAMED_TERMS = 8;

/** Why a skill has its score. All numbers from 0 to 1, weights in nats. */
export interface SkillScoreParts {
  /** The score that name and description alone would give. */
  readonly lexical: number;
  /** Share of the skill's name that the task mentions, by information. */
  readonly coverage: number;
  /** Share of the bonus for rules that was earned. */
  readonly rules: number;
  /** Cosine of the vectors, where there are any. */
  readonly cosine: number | null;
  /** Words of the task that matched name, description or tags, heaviest first. */
  readonly terms: readonly { readonly word: string; readonly weight: number }[];
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
  /** Lower scores are left out; default: whatever is above 0. */
  readonly minScore?: number;
  /** Skill id → cosine of its vector and the query's; absent means lexical ranking. */
  readonly cosines?: ReadonlyMap<string, number>;
}

/**
 * Ranks the skills of several namespaces together, best first; ties go by name, then id. A skill whose name an
 * earlier index also has is hidden (an agent's own before the shared ones). An empty query serves nothing.
 */
export function rankSkills(
  indexes: readonly SkillIndex[],
  query: string,
  options: SkillRankingOptions = {},
): RankedSkill[] {
  const weighted = weigh(indexes, readQuery(query));
  if (weighted.length === 0) return [];
  const unrelated = unrelatedCosine(options.cosines);
  const found = indexes.flatMap((index, place) => {
    const isHidden = (name: string): boolean =>
      indexes.slice(0, place).some((other) => other.hasName.has(name));
    return scoreIndex(index, weighted, options.cosines, unrelated).filter(
      ({ score, skill }) => score >= (options.minScore ?? 0) && !isHidden(index.names[skill] ?? ''),
    );
  });
  found.sort((a, b) => b.score - a.score || compare(nameOf(a), nameOf(b)) || compare(idOf(a), idOf(b)));
  return found.slice(0, options.limit ?? 100).map((candidate) => explain(candidate, weighted));
}

interface WeightedTerm extends QueryTerm {
  readonly weight: number;
  readonly ruleWeight: number;
}

interface Candidate {
  readonly index: SkillIndex;
  readonly skill: number;
  readonly score: number;
  readonly text: number;
  readonly coverage: number;
  readonly rules: number;
  readonly cosine: number | undefined;
}

function weigh(indexes: readonly SkillIndex[], terms: readonly QueryTerm[]): WeightedTerm[] {
  const text = indexes.map((index) => index.text);
  const rules = indexes.map((index) => index.rules);
  const textPairs = countPairs(text);
  const rulePairs = countPairs(rules);
  return terms.map(({ term, word }) => ({
    term,
    word,
    weight: evidence(term, { texts: countTexts(text, term), pairs: textPairs }, terms.length, PRIOR_PAIRS),
    ruleWeight: evidence(
      term,
      { texts: countTexts(rules, term), pairs: rulePairs },
      terms.length * RULES_LENGTH,
      PRIOR_PAIRS,
    ),
  }));
}

function countPairs(all: readonly Postings[]): number {
  return all.reduce((sum, postings) => sum + postings.documents.length, 0);
}

function countTexts(all: readonly Postings[], term: string): number {
  let count = 0;
  for (const postings of all) {
    const { from, to } = entriesOf(postings, term);
    count += to - from;
  }
  return count;
}

function scoreIndex(
  index: SkillIndex,
  terms: readonly WeightedTerm[],
  cosines: ReadonlyMap<string, number> | undefined,
  unrelated: number,
): Candidate[] {
  const text = new Float64Array(index.ids.length);
  const coverage = new Float64Array(index.ids.length);
  const rules = new Float64Array(index.ids.length);
  for (const { term, weight, ruleWeight } of terms) {
    if (weight > 0) add(text, index.text, term, weight);
    add(coverage, index.name, term, 1);
    if (ruleWeight > 0) add(rules, index.rules, term, ruleWeight);
  }
  const candidates: Candidate[] = [];
  for (let skill = 0; skill < text.length; skill += 1) {
    const cosine = cosines?.get(index.ids[skill] ?? '');
    const parts = {
      text: text[skill] ?? 0,
      coverage: Math.min(1, coverage[skill] ?? 0),
      rules: bonus(rules[skill]),
    };
    if (parts.text <= 0 && cosine === undefined) continue;
    const score = fuse(toScore(evidenceOf(parts)), cosine, unrelated);
    candidates.push({ index, skill, score, cosine, ...parts });
  }
  return candidates;
}

function add(sums: Float64Array, postings: Postings, term: string, weight: number): void {
  const { from, to } = entriesOf(postings, term);
  for (let entry = from; entry < to; entry += 1) {
    const document = postings.documents[entry] ?? 0;
    sums[document] = (sums[document] ?? 0) + weight * (postings.impacts[entry] ?? 0);
  }
}

function bonus(ruleEvidence = 0): number {
  return ruleEvidence / (ruleEvidence + RULES_HALF);
}

function evidenceOf({ text, coverage, rules }: { text: number; coverage: number; rules: number }): number {
  return text * (UNNAMED + (1 - UNNAMED) * coverage ** 2) * (1 + RULES_AT_MOST * rules);
}

function toScore(evidenceFound: number): number {
  return evidenceFound ** STEEPNESS / (evidenceFound ** STEEPNESS + HALF ** STEEPNESS);
}

function explain(candidate: Candidate, weighted: readonly WeightedTerm[]): RankedSkill {
  const { index, skill, score, text, coverage, rules, cosine } = candidate;
  const terms = weighted
    .map(({ term, word, weight }) => ({ word, weight: weight * impactOf(index.text, term, skill) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, NAMED_TERMS);
  const lexical = toScore(evidenceOf({ text, coverage, rules: 0 }));
  return {
    id: idOf(candidate),
    name: nameOf(candidate),
    score,
    parts: { lexical, coverage, rules, cosine: cosine ?? null, terms },
  };
}

function impactOf(postings: Postings, term: string, document: number): number {
  const entries: Entries = entriesOf(postings, term);
  const position = firstAtLeast(postings.documents, entries, document);
  return position < entries.to && postings.documents[position] === document
    ? (postings.impacts[position] ?? 0)
    : 0;
}

function nameOf({ index, skill }: Candidate): string {
  return index.names[skill] ?? '';
}

function idOf({ index, skill }: Candidate): string {
  return index.ids[skill] ?? '';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

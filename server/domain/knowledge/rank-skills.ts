/**
 * Which skills serve a task. The score of a skill is the chance that it is the right one, comparable between queries,
 * libraries and tenants: a task that no skill serves mostly leaves all of them below 0.12, the default minimum of a
 * recall.
 */

import {
  addBoth,
  addImpacts,
  addWeight,
  type Entries,
  entriesAt,
  findEntries,
  NONE,
  reusedSums,
} from './postings.ts';
import {
  evidence,
  type FoundTerm,
  insertBest,
  inTermsOf,
  leastScore,
  type MatchedTerm,
  matchedTerms,
  type Query,
  readQuery,
} from './query.ts';
import type { SkillIndex } from './skill-index.ts';
import { fuse, unrelatedCosine } from './vector.ts';

/** The background counts like a library of about this many pairs of skill and distinct term (a thousand skills). */
const PRIOR_PAIRS = 30_000;
/** Rules hold several times the words of a description, and so match by accident that much more often. */
const RULES_LENGTH = 8;
/** What rules cover counts up to this many times what name, description and tags cover. */
const RULES_AT_MOST = 2;
/** What each task is taken to say beside its words (nats), as two ordinary words are no task of their own. */
const UNSAID = 30;
/** Makes up for how little of a long task any skill can cover. */
const LENGTH_EFFECT = 0.1;
/**
 * Evidence counts ∛(FEW ∕ terms) times as much for a task of fewer terms: see `toScore`. Of the powers ¼, ⅓, 0.4 and ½ the
 * largest that serves no more of 320 texts that fit no skill (4); the likeliest one is about 1.
 */
const FEW = 6;
/** Evidence that gives a score of ½: see `toScore`. */
const HALF = 71;

/** Why a skill has its score. All numbers from 0 to 1, weights in nats. */
interface SkillScoreParts {
  /** The score that name and description alone would give. */
  readonly lexical: number;
  /** Share of the skill's name that the task mentions, by information. */
  readonly coverage: number;
  /** Share of the task that the skill's rules alone cover. */
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
  /** Only for so many of the best the matched words are named, which costs more than finding them; default all. */
  readonly named?: number;
  /** Lower scores are left out; default: whatever is above 0. */
  readonly minScore?: number;
  /** Skill id → cosine of its vector and the query's; absent means lexical ranking. */
  readonly cosines?: ReadonlyMap<string, number>;
  /** Cosines of the query's vector with texts that have nothing to do with it; counted where there are few candidates. */
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
  const read = inTermsOf(typeof query === 'string' ? readQuery(query) : query, (term) =>
    indexes.some(({ text, rules }) => count([findEntries(text, term), findEntries(rules, term)]) > 0),
  );
  const task = readTask(indexes, read);
  if (read.length === 0 || (task.terms.length === 0 && !options.cosines)) return [];
  const best: ScoredSkill[] = [];
  indexes.forEach((index, place) => {
    const earlier = indexes.slice(0, place);
    const isHidden = (name: string): boolean => earlier.some((other) => other.hasName.has(name));
    collect(best, { ...sumUp(index, place, task.terms), task }, { options, isHidden });
  });
  return explain(best, indexes, { task, named: options.named ?? best.length });
}

/** A term of the task that some skill has, with its entries in text, names and rules of each index. */
interface TaskTerm extends FoundTerm {
  readonly ruleWeight: number;
  readonly name: readonly Entries[];
  readonly rules: readonly Entries[];
}

interface ScoredSkill {
  readonly found: TaskMatch;
  readonly place: number;
  readonly skill: number;
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly cosine: number | undefined;
}

/** What a task says, and what follows from it for every score. */
interface Task extends TaskSize {
  readonly terms: readonly TaskTerm[];
}

function readTask(indexes: readonly SkillIndex[], query: Query): Task {
  const textPairs = indexes.reduce((sum, { text }) => sum + text.documents.length, 0);
  const rulePairs = indexes.reduce((sum, { rules }) => sum + rules.documents.length, 0);
  const terms: TaskTerm[] = [];
  let said = 0;
  for (const { term, word, rate } of query) {
    const numbers = indexes.map((index) => index.text.terms.get(term));
    if (numbers.every((number) => number === undefined)) {
      said += evidence(rate, { texts: 0, pairs: textPairs, prior: PRIOR_PAIRS }, query.length);
      continue;
    }
    const entries = indexes.map((index, place) => entriesAt(index.text, numbers[place]));
    const rules = indexes.map((index, place) => entriesAt(index.rules, numbers[place]));
    const texts = count(entries);
    const ruleTexts = count(rules);
    const weight = evidence(rate, { texts, pairs: textPairs, prior: PRIOR_PAIRS }, query.length);
    said += weight;
    if (texts + ruleTexts === 0) continue;
    const seenInRules = { texts: ruleTexts, pairs: rulePairs, prior: PRIOR_PAIRS };
    terms.push({
      word,
      weight: texts === 0 ? 0 : weight,
      ruleWeight: ruleTexts === 0 ? 0 : evidence(rate, seenInRules, query.length * RULES_LENGTH),
      entries,
      name: texts === 0 ? [] : indexes.map((index, place) => entriesAt(index.name, numbers[place])),
      rules,
    });
  }
  const scale = (said ** LENGTH_EFFECT * Math.cbrt(Math.max(1, FEW / query.length))) / HALF;
  return { terms, mass: said + UNSAID, scale };
}

function count(all: readonly Entries[]): number {
  return all.reduce((sum, { from, to }) => sum + to - from, 0);
}

interface Sums extends Readonly<Record<Exclude<keyof TaskMatch, 'described'>, Float64Array>> {
  readonly index: SkillIndex;
  readonly place: number;
}

const REUSED = {
  text: reusedSums(),
  covered: reusedSums(),
  rules: reusedSums(),
  coverage: reusedSums(),
  bounds: reusedSums(),
};

/** Of one index; holds until the next. */
function sumUp(index: SkillIndex, place: number, terms: readonly TaskTerm[]): Sums {
  const size = index.ids.length;
  const sums = {
    text: REUSED.text(size),
    covered: REUSED.covered(size),
    rules: REUSED.rules(size),
    coverage: REUSED.coverage(size),
  };
  for (const { weight, ruleWeight, entries, name, rules } of terms) {
    if (weight > 0) addBoth(index.text, entries[place] ?? NONE, { weight, cover: weight }, sums);
    addImpacts(index.name, name[place] ?? NONE, 1, sums.coverage);
    if (ruleWeight > 0) addWeight(index.rules, rules[place] ?? NONE, ruleWeight, sums.rules);
  }
  return { index, place, ...sums };
}

function matchOf(sums: Sums, skill: number): TaskMatch {
  const text = sums.text[skill] ?? 0;
  const covered = sums.covered[skill] ?? 0;
  const rules = Math.min(sums.rules[skill] ?? 0, RULES_AT_MOST * covered);
  const coverage = Math.min(1, sums.coverage[skill] ?? 0);
  const described = Math.min(1, covered / (sums.index.described[skill] || Number.POSITIVE_INFINITY));
  return { text, covered, rules, coverage, described };
}

function collect(
  best: ScoredSkill[],
  sums: Sums & { readonly task: Task },
  { options, isHidden }: { options: SkillRankingOptions; isHidden: (name: string) => boolean },
): void {
  const { limit = 100, minScore = 0, cosines } = options;
  const unrelated = unrelatedCosine(cosines, options.background);
  const { index, place, task } = sums;
  const { ids, names } = index;
  const bounds = cosines === undefined ? boundsOf(sums) : null;
  const add = (skill: number): void => {
    const found = matchOf(sums, skill);
    const [id = '', name = ''] = [ids[skill], names[skill]];
    const score = fuse(toScore(found, task), cosines?.get(id), unrelated);
    if (score === 0 || score < Math.max(minScore, leastScore(best, limit)) || isHidden(name)) return;
    insertBest(best, { found, place, skill, id, name, score, cosine: cosines?.get(id) }, limit, inOrder);
  };
  if (bounds === null) {
    for (let skill = 0; skill < ids.length; skill += 1) add(skill);
    return;
  }
  // Those that may be the best come first, so that few of the others have to be tried.
  const enough = highest(bounds, limit);
  for (let skill = 0; skill < ids.length; skill += 1) if ((bounds[skill] ?? 0) >= enough) add(skill);
  const tooLittle = foundBelow(Math.max(minScore, leastScore(best, limit)));
  for (let skill = 0; skill < ids.length; skill += 1) {
    const bound = bounds[skill] ?? 0;
    if (bound > 0 && bound < enough && bound >= tooLittle) add(skill);
  }
}

/** For each skill at least what its score is made of; 0 where the task has none of its words. */
function boundsOf(sums: Sums & { readonly task: Task }): Float64Array {
  const bounds = REUSED.bounds(sums.index.ids.length);
  for (let skill = 0; skill < bounds.length; skill += 1) {
    if (sums.text[skill] !== 0) bounds[skill] = mostFound(matchOf(sums, skill), sums.task);
  }
  return bounds;
}

/** The `count`-th highest of some numbers above 0, the lowest of them where there are fewer. */
function highest(numbers: Float64Array, count: number): number {
  const best: number[] = [];
  let least = 0;
  for (let place = 0; place < numbers.length; place += 1) {
    const number = numbers[place] ?? 0;
    if (number <= least) continue;
    insertBest(best, number, count, descending);
    if (best.length === count) least = best[count - 1] ?? 0;
  }
  return best.at(-1) ?? Number.POSITIVE_INFINITY;
}

function descending(a: number, b: number): number {
  return b - a;
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
  { task, named }: { task: Task; named: number },
): RankedSkill[] {
  const telling = task.terms.filter(({ weight }) => weight > 0);
  const first = best.slice(0, named);
  const matched = indexes.map((index, place) => {
    const documents = first.filter((candidate) => candidate.place === place).map(({ skill }) => skill);
    return matchedTerms({ postings: index.text, place, documents }, telling);
  });
  return best.map(({ found, place, skill, id, name, score, cosine = null }) => ({
    id,
    name,
    score,
    parts: {
      lexical: toScore({ ...found, rules: 0 }, task),
      coverage: found.coverage,
      rules: Math.min(1, (RULES_COVER * found.rules) / task.mass),
      cosine,
      terms: matched[place]?.get(skill) ?? [],
    },
  }));
}

/** The score of a skill for a task, and a bound of it that is quickly told. */

/** The part of the evidence that a skill keeps of whose name the task says nothing. */
const UNNAMED = 0.55;
/** How much more of a task a rule's word covers than its weight says, as rules go into detail. */
const RULES_COVER = 1.5;
/** Evidence counts e⁴ times as much for a skill that covers all of a task: see `toScore`. */
const COVERED = 4;
/**
 * Evidence counts √e times as much for a skill whose whole description is in the task: see `toScore`. Of 0, 0.5, 0.8 and 1.1 the
 * largest that serves no more of 210 texts that fit no published skill (5). Of skills that say the first sentence alone it serves 2 more
 * of these, and 2 more of 30 tasks.
 */
const DESCRIBED = 0.5;

/** What a task and a skill have in common; in nats but for `coverage`, a share. */
interface TaskMatch {
  /** Evidence of name, description and tags: weights times impacts. */
  readonly text: number;
  /** Weights of the terms that these have, and of those that only the rules have. */
  readonly covered: number;
  readonly rules: number;
  /** Share of the name that the task mentions. */
  readonly coverage: number;
  /** Share of the description that the task mentions. */
  readonly described: number;
}

/** What follows from what a task says for every score. */
interface TaskSize {
  /** Weight of all its terms, also of those that no skill has, and of what it leaves unsaid (nats). */
  readonly mass: number;
  /** What makes evidence of 1 of it. */
  readonly scale: number;
}

/**
 * The chance that a skill fits, f^4.5 ∕ (f^4.5 + HALF^4.5), with
 *
 *   f = text · (UNNAMED + (1 − UNNAMED) · coverage³) · e^(COVERED · share + DESCRIBED · described²) · said^LENGTH_EFFECT · few
 *   share = (covered + RULES_COVER · rules) ∕ (said + UNSAID), at most 1
 *   described = covered ∕ what the description and tags say, at most 1
 *   few = ∛(FEW ∕ terms of the task), at least 1
 *
 * Evidence adds up with the length of a task, while the part of a task that a skill covers shrinks with it: a
 * skill that fits has two or three words of a request of six, and a twentieth of a page. Each makes up for the
 * other, so that a score means the same for both. Rules count up to RULES_AT_MOST times what name, description
 * and tags cover, so they never serve a skill alone. Shape and numbers were chosen on one half of requests, tasks
 * and texts that no skill serves, and told on the other, over 200 random splits; a logistic regression on the
 * logarithms of text, covered and said gave the first ones. HALF and the power are those of a logistic regression of
 * "the first skill is right" on ln f; "What a score means" in docs/operations.md says how well they hold. The lead
 * over the next skill and the likeness in meaning added nothing to ln f.
 */
function toScore(match: TaskMatch, task: TaskSize): number {
  const found = cube(namedEvidence(match, task) * Math.exp(fitOf(match, task)));
  const odds = found * Math.sqrt(found);
  return odds / (odds + 1);
}

function namedEvidence({ text, coverage }: TaskMatch, { scale }: TaskSize): number {
  return scale * text * (UNNAMED + (1 - UNNAMED) * cube(coverage));
}

function fitOf({ covered, rules, described }: TaskMatch, { mass }: TaskSize): number {
  const share = Math.min(1, (covered + RULES_COVER * rules) / mass);
  return COVERED * share + DESCRIBED * described * described;
}

// Hardly any skill comes near the best, and most are known not to by a bound that takes a tenth of the time of a score.

/** Steps of a fit of 1. */
const STEPS = 16;
/** By the steps of a fit, e to the next one. */
const MOST = Float64Array.from({ length: STEPS * (COVERED + DESCRIBED) + 2 }, (_, step) =>
  Math.exp((step + 1) / STEPS),
);
/** The power in {@link toScore}. */
const POWER = 4.5;
/** More than rounding changes what was found. */
const ROUNDING = 1e-9;

/** At least what a skill's score is made of. */
function mostFound(match: TaskMatch, task: TaskSize): number {
  return (
    namedEvidence(match, task) * (MOST[Math.floor(STEPS * fitOf(match, task))] ?? Number.POSITIVE_INFINITY)
  );
}

/** Whatever is found of less than this has a lower score than `score`. */
function foundBelow(score: number): number {
  return (score / (1 - score)) ** (1 / POWER) * (1 - ROUNDING);
}

/** Written out: it is computed for every skill, and a power costs ten products. */
function cube(value: number): number {
  return value * value * value;
}

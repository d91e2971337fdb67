/**
 * The skills of one agent or of the shared namespace, prepared for ranking. An index is immutable: after a
 * change of some skills another one is made of it. It holds numbers only, so that a process keeps many.
 *
 * What a term is worth in a skill does not depend on the other skills (lengths are compared with fixed
 * means), only its rarity does, and that is looked up when a query is ranked. So indexes of several
 * namespaces are cached apart, ranked together and give one scale of scores.
 */

import { countTerms, detectLanguage } from './analyze.ts';
import { backgroundRate } from './background.ts';
import {
  changePostings,
  GrowingTerms,
  type NumberedTerms,
  numberedPostings,
  numberTerms,
  type Postings,
  postingsBytes,
} from './postings.ts';
import { evidence } from './query.ts';

/** A skill as ranking sees it; `bullets` are the texts of its active rules, each with its keywords. */
export interface RankableSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly bullets: readonly string[];
}

/**
 * See `buildSkillIndex`. Documents of all postings are positions in `ids` and `names`; they share their
 * terms.
 */
export interface SkillIndex {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly hasName: ReadonlySet<string>;
  /** Terms of name, description and tags; impact: saturated, length-normalised frequency (BM25F). */
  readonly text: Postings;
  /** Terms of names; impact: the term's share of what the name says, at most 1 a skill. */
  readonly name: Postings;
  /** Terms that only the rules have; impact 1. */
  readonly rules: Postings;
  /** How much each skill's description and tags say: the evidence of all their terms in a short task, in nats. */
  readonly described: Float64Array;
  /** Estimated size in memory. */
  readonly bytes: number;
  /** Shared by all of them, and by the indexes that this one becomes by changes. */
  readonly terms: GrowingTerms;
}

/** A word of the name counts as this many of the description. */
const NAME_WEIGHT = 3;
/** BM25: how fast repetition saturates, and how much length counts in the description and in the name. */
const SATURATION = 2;
const DESCRIPTION_LENGTH_EFFECT = 0.8;
const NAME_LENGTH_EFFECT = 0.5;
/** Mean lengths in terms of published skills; fixed, so that a score does not depend on the neighbours. */
const MEAN_DESCRIPTION_TERMS = 34;
const MEAN_NAME_TERMS = 2.7;
/** Rules are read up to here; a skill has seldom more. */
const RULE_CHARACTERS = 30_000;
/** More common words in a rule tell nothing about what the skill is for. */
const RULE_TERM_RATE = 2 ** -9;

/** Reads skills in any order, about 0.15 ms each, twice that until their words are known; {@link index} is made of them. */
export class SkillIndexing {
  readonly #terms = new GrowingTerms();
  readonly #ids: string[] = [];
  readonly #names: string[] = [];
  readonly #read: ReadSkill[] = [];

  add(skill: RankableSkill): void {
    this.#ids.push(skill.id);
    this.#names.push(skill.name);
    this.#read.push(numberSkill(skill, this.#terms));
  }

  index(): SkillIndex {
    const postings = (field: Field) =>
      numberedPostings(
        this.#read.map((skill) => skill[field]),
        this.#terms,
      );
    const fields = { text: postings('text'), name: postings('name'), rules: postings('rules') };
    const described = Float64Array.from(this.#read, (skill) => skill.described);
    return skillIndex({ ids: this.#ids, names: this.#names, terms: this.#terms, described, ...fields });
  }
}

/** The index of skills in any order. */
export function buildSkillIndex(skills: readonly RankableSkill[]): SkillIndex {
  const indexing = new SkillIndexing();
  for (const skill of skills) indexing.add(skill);
  return indexing.index();
}

/** Of the objects of an index, however few skills it has. */
const LEAST_BYTES = 3000;

function skillIndex(parts: Omit<SkillIndex, 'hasName' | 'bytes'>): SkillIndex {
  const { ids, names, text, name, rules } = parts;
  return {
    ...parts,
    hasName: new Set(names),
    bytes: LEAST_BYTES + postingsBytes(text, name, rules) + 150 * ids.length,
  };
}

/** Of more changed skills the index is made from the beginning. */
const MOST_CHANGED = 100;
/** As is one that keeps so many times the terms that it can have. */
const TERMS_KEPT = 4;
const LEAST_TERMS_KEPT = 20_000;

/** Whether {@link changeSkillIndex} should take in so many changed skills, rather than making another index. */
export function canChange({ text, name, rules }: SkillIndex, changed: number): boolean {
  const pairs = text.documents.length + name.documents.length + rules.documents.length;
  return changed <= MOST_CHANGED && text.terms.size <= Math.max(LEAST_TERMS_KEPT, TERMS_KEPT * pairs);
}

/** Skills by id; undefined where there is none. */
type SkillLookup = (id: string) => RankableSkill | undefined;

/**
 * The index after the skills `changed` came, changed or went: as {@link buildSkillIndex} makes of all that there
 * are `after`, in some order. The skills of `index` are those `before`. Some milliseconds for 5,000 skills.
 */
export function changeSkillIndex(
  index: SkillIndex,
  changed: readonly string[],
  { before, after }: { before: SkillLookup; after: SkillLookup },
): SkillIndex {
  const { ids, places } = changePlaces(index.ids, changed, (id) => after(id) !== undefined);
  const { terms } = index;
  const names = index.names.slice(0, ids.length);
  const described = new Float64Array(ids.length);
  described.set(index.described.subarray(0, ids.length));
  const changes = places.map((document) => {
    const [was, is] = [before(index.ids[document] ?? ''), after(ids[document] ?? '')];
    const read = numberSkill(is, terms);
    if (is !== undefined) {
      names[document] = is.name;
      described[document] = read.described;
    }
    return { document, was: numberSkill(was, terms), is: read };
  });
  const edit = (field: Field): Postings =>
    changePostings(
      index[field],
      terms,
      changes.map(({ document, was, is }) => ({ document, before: was[field], after: is[field] })),
    );
  const fields = { text: edit('text'), name: edit('name'), rules: edit('rules') };
  return skillIndex({ ids, names, terms, described, ...fields });
}

/** Who stands where after the change, without gaps, and the places that have another text than before. */
function changePlaces(
  known: readonly string[],
  changed: readonly string[],
  stays: (id: string) => boolean,
): { ids: string[]; places: number[] } {
  const ids = [...known];
  const places = new Set<number>();
  for (const id of new Set(changed)) {
    const found = ids.indexOf(id);
    const place = found < 0 ? ids.length : found;
    if (stays(id)) ids[place] = id;
    else if (found < 0) continue;
    else {
      const last = ids.pop() ?? id;
      places.add(ids.length);
      if (place < ids.length) ids[place] = last;
    }
    places.add(place);
  }
  return { ids, places: [...places] };
}

type Field = 'text' | 'name' | 'rules';

interface ReadSkill extends Readonly<Record<Field, NumberedTerms>> {
  readonly described: number;
}

/** A term as rare as it is in texts in general. */
const NOWHERE = { texts: 0, pairs: 0, prior: 1 };

const NOTHING: NumberedTerms = { numbers: new Uint32Array(), impacts: new Float32Array() };
const NO_TERMS: ReadSkill = { text: NOTHING, name: NOTHING, rules: NOTHING, described: 0 };

function numberSkill(skill: RankableSkill | undefined, terms: GrowingTerms): ReadSkill {
  if (skill === undefined) return NO_TERMS;
  const { name, text, rules, described } = readSkill(skill);
  return {
    described,
    name: numberTerms(name, terms),
    text: numberTerms(text, terms),
    rules: numberTerms(rules, terms),
  };
}

function readSkill(skill: RankableSkill) {
  const summary = [skill.description, ...skill.tags].join(' \n');
  const ruleText = skill.bullets.join('\n').slice(0, RULE_CHARACTERS);
  const language = detectLanguage(summary, ruleText);
  const name = countTerms(skill.name, language);
  const description = countTerms(summary, language);
  const text = impacts(name, description);
  const rules = new Map<string, number>();
  for (const term of countTerms(ruleText, language).keys()) {
    if (!text.has(term) && backgroundRate(term) < RULE_TERM_RATE) rules.set(term, 1);
  }
  return { text, name: shares(name), rules, described: saidBy(description) };
}

/** The evidence of finding all these terms in a short task, in nats. */
function saidBy(terms: ReadonlyMap<string, number>): number {
  let said = 0;
  for (const term of terms.keys()) said += evidence(backgroundRate(term), NOWHERE, 0);
  return said;
}

/** BM25F: the fields' frequencies are each normalised by length, added, and saturated together. */
function impacts(name: ReadonlyMap<string, number>, description: ReadonlyMap<string, number>) {
  const nameNorm = lengthNorm(name, MEAN_NAME_TERMS, NAME_LENGTH_EFFECT);
  const descriptionNorm = lengthNorm(description, MEAN_DESCRIPTION_TERMS, DESCRIPTION_LENGTH_EFFECT);
  const result = new Map<string, number>();
  for (const term of new Set([...name.keys(), ...description.keys()])) {
    const frequency =
      (NAME_WEIGHT * (name.get(term) ?? 0)) / nameNorm + (description.get(term) ?? 0) / descriptionNorm;
    result.set(term, (frequency * (SATURATION + 1)) / (frequency + SATURATION));
  }
  return result;
}

function lengthNorm(counts: ReadonlyMap<string, number>, mean: number, effect: number): number {
  let length = 0;
  for (const count of counts.values()) length += count;
  return 1 - effect + (effect * length) / mean;
}

/** Each term's share of the name's information, so that "data" in "data-lineage" covers little of it. */
function shares(name: ReadonlyMap<string, number>): Map<string, number> {
  let total = 0;
  for (const term of name.keys()) total -= Math.log(backgroundRate(term));
  const result = new Map<string, number>();
  for (const term of name.keys()) result.set(term, -Math.log(backgroundRate(term)) / total);
  return result;
}

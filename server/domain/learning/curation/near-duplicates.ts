/**
 * Which rules of a skill may say the same, found without a model: only these are worth asking about. Two
 * rules of one skill share its subject and so many of its words; whether they say the same is for the model
 * to tell.
 */
import { analyze } from '../../knowledge/analyze.ts';
import { comparableText, likeness } from '../../knowledge/resemblance.ts';

/**
 * Rules of one skill that are compared: those that come first. Comparing costs the square of their number.
 */
const MAX_RULES = 200;

/** Most pairs of one skill that are asked about at once, those most alike. */
const MAX_PAIRS = 30;

type Rule = { readonly id: string; readonly content: string };

/** A name for two rules, whichever comes first. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/**
 * Groups of rules that resemble each other, each of at least two ids in the order of the rules; those most
 * alike first. Pairs whose key `decided` has are left alone: nothing new is to be said about them.
 */
export function nearDuplicates(rules: readonly Rule[], decided: ReadonlySet<string>): string[][] {
  const compared = rules.slice(0, MAX_RULES);
  const pairs = alikePairs(compared)
    .filter(({ one, other }) => !decided.has(pairKey(one, other)))
    .sort((a, b) => b.alike - a.alike)
    .slice(0, MAX_PAIRS);
  const groups: Set<string>[] = [];
  for (const { one, other } of pairs) join(groups, one, other);
  return groups.map((group) => compared.flatMap(({ id }) => (group.has(id) ? [id] : [])));
}

type Pair = { readonly one: string; readonly other: string; readonly alike: number };

function alikePairs(rules: readonly Rule[]): Pair[] {
  const texts = rules.map(({ content }) => comparableText(content));
  const terms = rules.map(({ content }) => new Set(analyze(content)));
  const pairs: Pair[] = [];
  for (const [at, { id: one }] of rules.entries()) {
    const shared = sharedBefore(terms, at);
    for (const [before, { id: other }] of rules.slice(0, at).entries()) {
      const [own, its] = [terms[at]?.size ?? 0, terms[before]?.size ?? 0];
      const alike = texts[at] === texts[before] ? 1 : likeness(shared[before] ?? 0, own, its);
      if (alike > 0) pairs.push({ one, other, alike });
    }
  }
  return pairs;
}

/** How many terms the rule at `at` shares with each rule before it. */
function sharedBefore(terms: readonly ReadonlySet<string>[], at: number): number[] {
  const own = terms[at] ?? new Set();
  return terms.slice(0, at).map((others) => {
    let shared = 0;
    for (const term of own) shared += Number(others.has(term));
    return shared;
  });
}

/** Brings two rules, and all that are grouped with either, into one group. */
function join(groups: Set<string>[], one: string, other: string): void {
  const first = groups.find((group) => group.has(one) || group.has(other));
  if (first === undefined) {
    groups.push(new Set([one, other]));
    return;
  }
  first.add(one).add(other);
  const second = groups.findLastIndex((group) => group !== first && (group.has(one) || group.has(other)));
  if (second >= 0) for (const id of groups.splice(second, 1)[0] ?? []) first.add(id);
}

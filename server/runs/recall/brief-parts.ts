/** The parts of a score as a recall's row keeps them: short, because a row holds those of every candidate. */
import type { RankedMemory } from '../../domain/knowledge/rank-memories.ts';
import type { RankedSkill } from '../../domain/knowledge/rank-skills.ts';

const NAMED_TERMS = 5;

type Parts = Record<string, unknown>;
type Terms = RankedSkill['parts']['terms'];

/** A number to four places. */
export function brief(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Adds what is not always there: the cosine, and the heaviest matched words with their weights. */
function withMore(parts: Parts, cosine: number | null, terms: Terms): Parts {
  if (cosine !== null) parts['cosine'] = brief(cosine);
  if (terms.length > 0) {
    parts['terms'] = terms.slice(0, NAMED_TERMS).map(({ word, weight }) => ({ word, weight: brief(weight) }));
  }
  return parts;
}

/** Why a skill has its score. */
export function skillParts({ lexical, coverage, rules, cosine, terms }: RankedSkill['parts']): Parts {
  const parts = { lexical: brief(lexical), coverage: brief(coverage), rules: brief(rules) };
  return withMore(parts, cosine, terms);
}

/** Why a memory has its score. */
export function memoryParts({ lexical, neighbours, standing, cosine, terms }: RankedMemory['parts']): Parts {
  return withMore({ lexical: brief(lexical), neighbours: brief(neighbours), standing }, cosine, terms);
}

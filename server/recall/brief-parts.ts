/** The parts of a score as a recall's row keeps them: short, because a row holds those of every candidate. */

const NAMED_TERMS = 5;

interface Term {
  readonly word: string;
  readonly weight: number;
}

interface Parts {
  readonly terms: readonly Term[];
}

const brief = (value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value;

/** Numbers to four places, and the heaviest matched words. */
export function briefParts(parts: Parts): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parts)) kept[name] = brief(value);
  kept['terms'] = parts.terms
    .slice(0, NAMED_TERMS)
    .map(({ word, weight }) => ({ word, weight: brief(weight) }));
  return kept;
}

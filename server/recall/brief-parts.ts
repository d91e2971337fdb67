/** The parts of a score as a recall's row keeps them: short, because a row holds those of every candidate. */

const NAMED_TERMS = 5;

interface Term {
  readonly word: string;
  readonly weight: number;
}

interface Parts {
  readonly terms: readonly Term[];
}

/** A number to four places. */
export function brief(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Figures to four places and the heaviest matched words with their weights; what is absent is left out. */
export function briefParts({ terms, ...figures }: Parts): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(figures)) {
    if (value !== null) kept[name] = typeof value === 'number' ? brief(value) : value;
  }
  if (terms.length > 0) {
    const words: Record<string, number> = {};
    for (const { word, weight } of terms.slice(0, NAMED_TERMS)) words[word] = brief(weight);
    kept['terms'] = words;
  }
  return kept;
}

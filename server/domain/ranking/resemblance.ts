/**
 * When two memories say the same: word for word, or so nearly that one of them may have to give way. Judged by
 * the caller within one agent and one user; this module compares texts only.
 */
import { analyze } from './analyze.ts';

/** Fewer shared words are a coincidence of short texts. */
export const LEAST_SHARED = 3;
/** The part of the shorter text's words that must be shared. */
const LEAST_SHARE = 0.5;

/** A text that resembles another one. */
export interface Resemblance {
  readonly id: string;
  /** Whether it is the same text, case and white space apart. */
  readonly same: boolean;
  /** Distinct stemmed content words that both have. */
  readonly shared: number;
  /** Those as a part of the shorter text's, 0 to 1. */
  readonly share: number;
}

/** Whether two texts differ in case and white space at most. */
export function sameText(a: string, b: string): boolean {
  return canonical(a) === canonical(b);
}

/** At least three stemmed content words shared, being at least half of the shorter text's. Symmetric. */
export function resembles(a: string, b: string): boolean {
  return isAlike(compareTerms(new Set(analyze(a)), new Set(analyze(b))));
}

/**
 * Those of the memories that are the same as `text` or resemble it: the same first, then by share, then by
 * number of shared words, else in the order given. Linear in the number of memories, about 4 µs each.
 */
export function findResembling(
  memories: Iterable<{ readonly id: string; readonly content: string }>,
  text: string,
): Resemblance[] {
  const wanted = canonical(text);
  const terms = new Set(analyze(text));
  const found: Resemblance[] = [];
  for (const { id, content } of memories) {
    const same = canonical(content) === wanted;
    const likeness = compareTerms(terms, new Set(analyze(content)));
    if (same || isAlike(likeness)) found.push({ id, same, ...likeness });
  }
  return found.sort((a, b) => Number(b.same) - Number(a.same) || b.share - a.share || b.shared - a.shared);
}

interface Likeness {
  readonly shared: number;
  readonly share: number;
}

function isAlike({ shared, share }: Likeness): boolean {
  return shared >= LEAST_SHARED && share >= LEAST_SHARE;
}

function compareTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): Likeness {
  const [shorter, longer] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const term of shorter) shared += Number(longer.has(term));
  return { shared, share: shorter.size === 0 ? 0 : shared / shorter.size };
}

function canonical(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

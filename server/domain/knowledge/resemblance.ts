/**
 * When two memories say the same: word for word, or so nearly that one of them may have to give way. Judged
 * by the caller within one agent and one user; this module compares texts only.
 */
import { analyze } from './analyze.ts';

/** Fewer shared words are a coincidence of short texts. */
const LEAST_SHARED = 3;
/** The part of the shorter text's words that must be shared. */
const LEAST_SHARE = 0.5;

/**
 * A text with the differences that do not count taken out: case, white space, and ways of writing one
 * character.
 */
export function comparableText(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** At least three stemmed content words shared, being at least half of the shorter text's. Symmetric. */
export function resembles(a: string, b: string): boolean {
  const [one, other] = [new Set(analyze(a)), new Set(analyze(b))];
  let shared = 0;
  for (const term of one) shared += Number(other.has(term));
  return likeness(shared, one.size, other.size) > 0;
}

/**
 * How much two texts resemble each other, from the number of distinct stemmed content words that they share
 * and that each has: the shared part of the shorter text's, ½ to 1, or 0 where they do not.
 */
export function likeness(shared: number, one: number, other: number): number {
  const share = shared / Math.min(one, other);
  return shared >= LEAST_SHARED && share >= LEAST_SHARE ? share : 0;
}

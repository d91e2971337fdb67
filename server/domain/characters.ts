/**
 * Lengths in characters. A character is a code point, as JSON Schema and people who do not program count: an
 * emoji is one, though a string of JavaScript holds it in two units. The bounds of schemas count so by themselves.
 */
/** How many characters a text has. A lone surrogate counts as one. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a text has more than `max` characters; looks at no more of it than that takes. */
export function isLongerThan(text: string, max: number): boolean {
  // Each character takes one or two units, so nearly every text is judged without a count.
  if (text.length <= max) return false;
  return text.length > 2 * max || characterCount(text) > max;
}

const CHARACTERS = new Intl.Segmenter();
/** Emoji and letters with their marks are shorter; a cut goes through what is longer. */
const LONGEST_CHARACTER = 40;

/**
 * The first `most` units of a text, not ending within a character that takes several: its half would look
 * hidden.
 */
export function cutText(text: string, most: number): string {
  const begins = CHARACTERS.segment(text.slice(0, most + LONGEST_CHARACTER)).containing(most)?.index ?? most;
  return text.slice(0, most - begins > LONGEST_CHARACTER ? most : begins);
}

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

/** Searching texts alike on both databases: one ignores case in such a search, the other does not. */

/** A word as it may stand in a text: as it was typed, in small letters, in capitals, at the begin of a sentence. */
export function spellings(text: string): string[] {
  const small = text.toLowerCase();
  return [...new Set([text, small, text.toUpperCase(), small.charAt(0).toUpperCase() + small.slice(1)])];
}

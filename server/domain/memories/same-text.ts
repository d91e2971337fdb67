/** When two memories say the same thing word for word, so that saying it again adds nothing. */

/** A text with the differences that do not count taken out: case, white space, and ways of writing one character. */
export function comparableText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}

/**
 * Finds the long unbroken tokens of a text, the only places where a credential can stand. Ordinary words are passed
 * over in strides: a token of N characters must cover every Nth position, so only those are looked at. This is what
 * makes redaction of prose cheap.
 */

/** The shortest credential with a recognisable prefix has fifteen characters. */
const MIN_LENGTH = 15;

/** Letters, digits and the signs that occur inside keys, tokens, JWTs, base64 and URLs. */
const IS_TOKEN_CHAR = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.~+/=:-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Ranges `[start, end)` of all maximal tokens with at least fifteen characters, in order. */
export function* longTokens(text: string): Generator<readonly [start: number, end: number]> {
  let floor = 0;
  let probe = MIN_LENGTH - 1;
  while (probe < text.length) {
    if (!isTokenChar(text, probe)) {
      floor = probe + 1;
    } else {
      let start = probe;
      while (start > floor && isTokenChar(text, start - 1)) start--;
      let end = probe + 1;
      while (end < text.length && isTokenChar(text, end)) end++;
      if (end - start >= MIN_LENGTH) yield [start, end];
      floor = end;
    }
    probe = floor + MIN_LENGTH - 1;
  }
}

function isTokenChar(text: string, index: number): boolean {
  return IS_TOKEN_CHAR[text.charCodeAt(index)] === 1;
}

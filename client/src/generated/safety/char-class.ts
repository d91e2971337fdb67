// Copied from server/domain by scripts/generate-client.mjs; do not edit.
/**
 * Character tests by code, for the loops that visit every character of a text: a table look-up for ASCII,
 * which a regular expression per character would make some twenty times slower.
 */

const DIGIT = 1;
const LETTER = 2;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 48 && code <= 57) return DIGIT;
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? LETTER : 0;
});

/** 0 to 9. `NaN`, the code beyond a text's end, is none. */
export function isDigitCode(code: number): boolean {
  return ASCII[code] === DIGIT;
}

/** An ASCII letter or digit. */
export function isAlphanumericCode(code: number): boolean {
  return (ASCII[code] ?? 0) !== 0;
}

/** A letter of any script or a digit. */
export function isLetterOrDigitCode(code: number): boolean {
  return code < 128 ? ASCII[code] !== 0 : /[\p{L}\p{N}]/u.test(String.fromCharCode(code));
}

// Copied from server/domain by scripts/generate-client.mjs; do not edit.
/** Digits of other scripts than the Latin one, such as ٠ to ٩ of Arabic, which phone numbers are written in too. */

/** The zeros of the scripts whose digits take one UTF-16 unit each (Unicode, general category Nd). */
const ZEROS = '٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐᥆᧐᪀᪐᭐᮰᱀᱐꘠꣐꤀꧐꧰꩐꯰０';

const OTHER_DIGITS = new RegExp(
  `[${Array.from(ZEROS, (zero) => `${zero}-${digitAfter(zero)}`).join('')}＋－（）]`,
  'g',
);

function digitAfter(zero: string): string {
  return String.fromCharCode(zero.charCodeAt(0) + 9);
}

const ASCII_OF: ReadonlyMap<string, string> = new Map([
  ...Array.from(ZEROS).flatMap((zero) =>
    Array.from(
      { length: 10 },
      (_, digit) => [String.fromCharCode(zero.charCodeAt(0) + digit), String(digit)] as const,
    ),
  ),
  ['＋', '+'],
  ['－', '-'],
  ['（', '('],
  ['）', ')'],
]);

/** The text with digits of other scripts, and full-width signs, as those of ASCII; each character keeps its place. */
export function withAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (sign) => ASCII_OF.get(sign) ?? sign);
}

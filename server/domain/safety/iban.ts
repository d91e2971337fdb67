/**
 * Finds bank account numbers. A country code and two digits make a candidate; only one that has its country's length
 * in the registry and a right check number (ISO 7064 mod 97-10) counts, because version names, part numbers and
 * tickets share the shape.
 */
import { getCountrySpecifications } from 'ibantools';
import { isAlphanumericCode, isDigitCode } from './char-class.ts';
import type { Span } from './spans.ts';

const CANDIDATE = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ \u00a0-]?[A-Za-z0-9])/g;

const LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
    chars === null ? [] : [[country, chars] as const],
  ),
);

/** Every valid IBAN, in one piece or with single blanks or hyphens between its characters. */
export function findIbans(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const length = LENGTHS.get(match[0].slice(0, 2).toUpperCase());
    const end = length === undefined ? 0 : ibanEnd(text, match.index, length);
    if (end > 0) spans.push({ start: match.index, end, kind: 'iban' });
  }
  return spans;
}

/** The index after `length` letters and digits that pass the check, or 0. */
function ibanEnd(text: string, start: number, length: number): number {
  let taken = '';
  let at = start;
  while (taken.length < length) {
    const code = text.charCodeAt(at);
    if (isAlphanumericCode(code)) taken += text[at];
    else if (!isJoint(text[at]) || !isAlphanumericCode(text.charCodeAt(at - 1))) return 0;
    at++;
  }
  if (isAlphanumericCode(text.charCodeAt(at))) return 0;
  return mod97(taken.slice(4) + taken.slice(0, 4)) === 1 ? at : 0;
}

/** ISO 7064: letters count as two digits, A = 10 to Z = 35. */
function mod97(characters: string): number {
  let rest = 0;
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i);
    // The low five bits of a letter's code are its place in the alphabet, in either case.
    rest = isDigitCode(code) ? (rest * 10 + code - 48) % 97 : (rest * 100 + (code & 31) + 9) % 97;
  }
  return rest;
}

function isJoint(char: string | undefined): boolean {
  return char === ' ' || char === '-' || char === '\u00a0';
}

// Copied from server/domain by scripts/generate-client.mjs; do not edit.
/**
 * Finds United States social security numbers: three, two and four digits in an area, group and serial that
 * are issued. Other groupings count only where the text says what the number is.
 */

import { isAlphanumericCode, isDigitCode } from '../char-class.ts';
import type { Span } from '../spans.ts';
import {
  type DigitRun,
  groupCount,
  groupEnd,
  groupSize,
  groupStart,
  hasUniformJoints,
  isInsideIdentifier,
  jointBefore,
  sliceDigits,
  textBefore,
} from './digit-runs.ts';
import { IBAN_LENGTHS } from './iban-lengths.ts';

/** Never issued: areas 000, 666 and 900 to 999, group 00, serial 0000 (Social Security Administration). */
const ISSUED = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/;

const SAID_TO_BE_ONE =
  /(?:\bssn|social[ _-]security(?:[ _-](?:number|no|num))?)["']?\W{0,3}(?:is|was)?\W{0,3}$/i;

/** The social security numbers of one run of digits. */
export function findSsns(run: DigitRun): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < groupCount(run); i++) {
    const width = ssnWidth(run, i);
    if (width === 0) continue;
    spans.push({ start: groupStart(run, i), end: groupEnd(run, i + width - 1), kind: 'ssn' });
    i += width - 1;
  }
  return spans;
}

function ssnWidth(run: DigitRun, i: number): number {
  if (isPrinted(run, i) && isIssued(run, i, i + 3)) return 3;
  if (i > 0) return 0;
  for (let width = 1; width <= 3; width++) {
    if (isIssued(run, 0, width) && SAID_TO_BE_ONE.test(textBefore(run, 0, 40))) return width;
  }
  return 0;
}

/** 3-2-4 with one kind of separator, which does not go on to either side. */
function isPrinted(run: DigitRun, i: number): boolean {
  const sizes = groupSize(run, i) === 3 && groupSize(run, i + 1) === 2 && groupSize(run, i + 2) === 4;
  if (!sizes || !hasUniformJoints(run, i, i + 3, ' -')) return false;
  const joint = jointBefore(run, i + 1);
  return jointBefore(run, i) !== joint && jointBefore(run, i + 3) !== joint;
}

function isIssued(run: DigitRun, from: number, to: number): boolean {
  return (
    to <= groupCount(run) && ISSUED.test(sliceDigits(run, from, to)) && !isInsideIdentifier(run, from, to)
  );
}

// Finds bank account numbers. A country code and two digits make a candidate; only one that has its country's
// length in the registry and a right check number (ISO 7064 mod 97-10) counts, because version names, part
// numbers and tickets share the shape.

const CANDIDATE = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ \u00a0-]?[A-Za-z0-9])/g;

/** Every valid IBAN, in one piece or with single blanks or hyphens between its characters. */
export function findIbans(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const length = IBAN_LENGTHS.get(match[0].slice(0, 2).toUpperCase());
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

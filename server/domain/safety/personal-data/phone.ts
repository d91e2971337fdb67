/**
 * Finds phone numbers in three ways: an international prefix with a length that its country has, the groups
 * in which countries print national numbers, and any number that the text says is a phone number. Dates,
 * versions, ranges and identifiers share digits with phone numbers, so bare digits without one of the three
 * are left alone.
 */
import type { Span } from '../spans.ts';
import {
  type DigitRun,
  groupCount,
  groupEnd,
  groupSize,
  groupStart,
  isInsideIdentifier,
  sliceDigits,
} from './digit-runs.ts';
import { isCallingCode, isInternationalNumber, isSaidToBePhone, nationalWidth } from './phone-formats.ts';

/** No number is printed in more groups than this ("+33 1 44 55 66 77" has six). */
const MAX_GROUPS = 7;

/** Digits after the calling code, over all countries (ITU-T E.164 allows 15 with the code). */
const MIN_NATIONAL = 7;
const MAX_NATIONAL = 12;

/** "212-555-0187x12" is a number with an extension, not an identifier. */
const EXTENSION = /^(?:x|ext)\.? ?\d/i;

export function findPhones(run: DigitRun): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < groupCount(run); i++) {
    const width = phoneWidth(run, i);
    if (width === 0) continue;
    spans.push({ start: phoneStart(run, i), end: groupEnd(run, i + width - 1), kind: 'phone' });
    i += width - 1;
  }
  return spans;
}

function phoneWidth(run: DigitRun, i: number): number {
  const width = internationalWidth(run, i) || nationalWidth(run, i) || saidWidth(run, i);
  if (width === 0) return 0;
  const hasExtension = EXTENSION.test(
    run.text.slice(groupEnd(run, i + width - 1), groupEnd(run, i + width - 1) + 8),
  );
  return hasExtension || !isInsideIdentifier(run, i, i + width) ? width : 0;
}

/** The opening bracket or plus sign belongs to the number. */
function phoneStart(run: DigitRun, i: number): number {
  let start = groupStart(run, i);
  while (/[+(]/.test(run.text[start - 1] ?? '')) start--;
  return start;
}

/** `+` or `00` before a calling code: the longest row of groups that its country's numbers allow. */
function internationalWidth(run: DigitRun, i: number): number {
  const skip = internationalPrefix(run, i);
  if (skip < 0) return 0;
  const most = Math.min(MAX_GROUPS, groupCount(run) - i);
  for (let width = most; width >= 1; width--) {
    if (isInternationalNumber(sliceDigits(run, i, i + width).slice(skip))) return width;
  }
  return skip === 0 && isCallingCode(sliceDigits(run, i, i + 1)) ? separatedWidth(run, i, most) : 0;
}

/**
 * After `+`, a calling code and a separator, digits are a phone number even where its length is not the
 * country's: numbers are mistyped and plans change.
 */
function separatedWidth(run: DigitRun, i: number, most: number): number {
  for (let width = most; width >= 2; width--) {
    const national = sliceDigits(run, i + 1, i + width).length;
    if (national >= MIN_NATIONAL && national <= MAX_NATIONAL) return width;
  }
  return 0;
}

/** How many digits the international prefix takes: 0 for `+`, 2 for `00`, -1 where there is none. */
function internationalPrefix(run: DigitRun, i: number): number {
  const start = groupStart(run, i);
  const sign = run.text[start - 1] === '(' ? start - 2 : start - 1;
  if (run.text[sign] === '+') return /[A-Za-z0-9+]/.test(run.text[sign - 1] ?? '') ? -1 : 0;
  return i === 0 && groupSize(run, i) > 3 && run.text.startsWith('00', start) ? 2 : -1;
}

/** What directly follows "phone", "call" and the like, when it has a phone number's digits and is no date. */
function saidWidth(run: DigitRun, i: number): number {
  if (i > 0) return 0;
  const width = Math.min(groupCount(run), MAX_GROUPS);
  return isSaidToBePhone(run, width) ? width : 0;
}

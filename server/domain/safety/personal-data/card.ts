/**
 * Finds payment card numbers: 13 to 19 digits in the groups in which cards are printed, after a word of payment, or
 * that pass the Luhn check and begin like an issuer's range. Digits without any of these stay, because order numbers
 * and time stamps teach.
 */

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

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/**
 * The groups in which schemes print their numbers: UnionPay's 19, most, American Express, Diners, 6 + 13 of UnionPay.
 * Little but a card is written in one of the first four.
 */
const PRINTED = [
  { sizes: [4, 4, 4, 4, 3], isTelling: true },
  { sizes: [4, 4, 4, 4], isTelling: true },
  { sizes: [4, 6, 5], isTelling: true },
  { sizes: [4, 6, 4], isTelling: true },
  { sizes: [6, 13], isTelling: false },
];

/** Issuer ranges by first digits and total length (ISO/IEC 7812 assignments in use). */
const ISSUER_RANGE = new RegExp(
  `^(?:${[
    '4(?:\\d{12}|\\d{15}|\\d{17,18})', // Visa
    '5\\d{12,18}', // Mastercard, Maestro, Dankort, Verve
    '(?:222[1-9]|22[3-9]\\d|2[3-6]\\d\\d|27[01]\\d|2720)\\d{12}', // Mastercard, second range
    '220[0-5]\\d{12,15}', // Mir, Borica
    '3[47]\\d{13}', // American Express
    '3(?:0[0-59]|[689]\\d)\\d{11,16}', // Diners Club
    '(?:2131|1800)\\d{11}|35\\d{14,17}', // JCB
    '(?:2014|2149)\\d{11}|1\\d{14}', // enRoute, UATP
    '6\\d{12,18}', // Discover, UnionPay, Maestro, RuPay
    '8[126]\\d{14,17}|9792\\d{12}|9860\\d{12}', // UnionPay, RuPay, UzCard, Troy, Humo
  ].join('|')})$`,
);

/** How far before a number a word may stand that says what the number is. */
const WORD_DISTANCE = 40;

const PAYMENT_WORDS = 'account card credit debit iban pan bankcard creditcard debitcard paymentcard'.split(
  ' ',
);

/** A word of payment, also as a part of `cardNumber`, `account_id` or `CREDITCARD`, but not of `discard`. */
const PAYMENT_WORD = new RegExp(
  [
    `(?:(?<![A-Za-z])(?:${PAYMENT_WORDS.join('|')})|${PAYMENT_WORDS.map(capitalise).join('|')})(?:s|no|nr|num|number)?(?![a-z])`,
    `(?<![A-Za-z])(?:${PAYMENT_WORDS.join('|').toUpperCase()})(?:S|NO|NR|NUM|NUMBER)?(?![A-Za-z])`,
  ].join('|'),
  'g',
);

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** "CC" says it too, but only of the number that it stands directly before: it also means a copy. */
const CALLED_CC = /\bCC["']?\s{0,2}(?:[:=#]|is|was|no\.)?\s{0,2}["']?$/i;

export function findCards(run: DigitRun): Span[] {
  const spans: Span[] = [];
  let cardEndedAt = -1;
  for (let i = 0; i < groupCount(run); i++) {
    const width = cardWidth(run, i, cardEndedAt === i);
    if (width === 0) continue;
    spans.push({ start: groupStart(run, i), end: groupEnd(run, i + width - 1), kind: 'card' });
    i += width - 1;
    cardEndedAt = i + 1;
  }
  return spans;
}

/** How many groups, from group `i` on, make a card; 0 where none do. */
function cardWidth(run: DigitRun, i: number, afterCard: boolean): number {
  const size = groupSize(run, i);
  if (size >= MIN_DIGITS && size <= MAX_DIGITS && isWhole(run, i) && isCard(run, i, i + 1)) return 1;
  const width = printedWidth(run, i, afterCard);
  if (width > 0) return width;
  return i === 0 ? wholeRunWidth(run) : 0;
}

function printedWidth(run: DigitRun, i: number, afterCard: boolean): number {
  if (groupSize(run, i) !== 4 && groupSize(run, i) !== 6) return 0;
  for (const { sizes, isTelling } of PRINTED) {
    const end = i + sizes.length;
    if (!matchesShape(run, i, sizes, afterCard)) continue;
    if (isCard(run, i, end) || (isTelling && isLabeled(run, i, end))) return sizes.length;
  }
  return 0;
}

/** No decimal point touches the group: `0.4242424242424242` is a fraction. */
function isWhole(run: DigitRun, i: number): boolean {
  return jointBefore(run, i) !== '.' && jointBefore(run, i + 1) !== '.';
}

/** The groups have the printed sizes, and the number does not go on in the same rhythm. */
function matchesShape(run: DigitRun, i: number, shape: readonly number[], afterCard: boolean): boolean {
  for (let k = 0; k < shape.length; k++) if (groupSize(run, i + k) !== shape[k]) return false;
  if (!hasUniformJoints(run, i, i + shape.length, ' -.\u00a0')) return false;
  const joint = jointBefore(run, i + 1);
  const goesOnBefore = !afterCard && jointBefore(run, i) === joint && groupSize(run, i - 1) >= 4;
  const next = i + shape.length;
  return (
    !goesOnBefore &&
    !(jointBefore(run, next) === joint && groupSize(run, next) === 4 && !startsCard(run, next))
  );
}

/** The groups alone tell a card unless more groups of four go on: eight years in a row are not two cards. */
function isLabeled(run: DigitRun, from: number, to: number): boolean {
  const standsAlone = groupSize(run, from - 1) < 4 && groupSize(run, to) < 4;
  return standsAlone && mayBeCard(run, from, to) && !isOrcid(run, from, to);
}

/** The number of a researcher, in its ranges and with its check digit (ISO 7064 mod 11-2). */
function isOrcid(run: DigitRun, from: number, to: number): boolean {
  if (!/^000[09]-00\d\d-\d{4}-\d{4}$/.test(run.text.slice(groupStart(run, from), groupEnd(run, to - 1))))
    return false;
  let rest = 0;
  for (const digit of sliceDigits(run, from, to)) rest = (2 * rest + Number(digit)) % 11;
  return rest === 1;
}

function startsCard(run: DigitRun, i: number): boolean {
  return [0, 1, 2, 3].every((k) => groupSize(run, i + k) === 4);
}

/** A whole run of unusual groups ("42 4242 4242 4242 42") counts when all of it together is a card. */
function wholeRunWidth(run: DigitRun): number {
  const count = groupCount(run);
  if (count < 2 || count > 8 || !hasUniformJoints(run, 0, count, ' -\u00a0')) return 0;
  for (let i = 0; i < count; i++) if (groupSize(run, i) < 2 || groupSize(run, i) > 7) return 0;
  return !isDate(run) && isCard(run, 0, count) ? count : 0;
}

/** Year, month and day come first, as in `2026-01-31-12-30-00`. */
function isDate(run: DigitRun): boolean {
  return /^(?:19|20)\d\d\D[01]\d\D[0-3]\d\D/.test(run.text.slice(groupStart(run, 0), groupStart(run, 3)));
}

function isCard(run: DigitRun, from: number, to: number): boolean {
  if (!mayBeCard(run, from, to)) return false;
  const digits = sliceDigits(run, from, to);
  return (ISSUER_RANGE.test(digits) && passesLuhn(digits)) || isSaidToBeCard(run, from);
}

function mayBeCard(run: DigitRun, from: number, to: number): boolean {
  const { length } = sliceDigits(run, from, to);
  return length >= MIN_DIGITS && length <= MAX_DIGITS && !isInsideIdentifier(run, from, to);
}

/** A number with a plus is a phone number, whoever's account it belongs to. */
function isSaidToBeCard(run: DigitRun, from: number): boolean {
  // One character more, so that the beginning of the first word is seen.
  const before = textBefore(run, from, WORD_DISTANCE + 1);
  if (before.endsWith('+')) return false;
  PAYMENT_WORD.lastIndex = Math.max(0, before.length - WORD_DISTANCE);
  return PAYMENT_WORD.test(before) || CALLED_CC.test(before);
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * Finds payment card numbers: 13 to 19 digits, in one piece or in the groups in which cards are printed, that
 * pass the Luhn check and begin like an issuer's range. The two checks together keep time stamps, snowflake
 * ids and byte counts from being taken for cards; a number that the text itself calls a card needs neither.
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
 * The groups in which schemes print their numbers: most, UnionPay's 19, American Express, Diners, 6 + 13 of
 * UnionPay.
 */
const PRINTED = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [6, 13],
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

const SAID_TO_BE_A_CARD =
  /(?:(?<![a-z])(?:(?:credit|debit|payment|bank)[ _-]?)?card(?:[ _-]?(?:no|nr|num|number))?|\bPAN|\bCC)["']?\s{0,2}(?:[:=#]|is|was|no\.)?\s{0,2}["']?$/i;

/** The card numbers of one run of digits. */
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
  for (const shape of PRINTED) {
    if (matchesShape(run, i, shape, afterCard) && isCard(run, i, i + shape.length)) return shape.length;
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

function startsCard(run: DigitRun, i: number): boolean {
  return [0, 1, 2, 3].every((k) => groupSize(run, i + k) === 4);
}

/** A whole run of unusual groups ("42 4242 4242 4242 42") counts when all of it together is a card. */
function wholeRunWidth(run: DigitRun): number {
  const count = groupCount(run);
  if (count < 2 || count > 8 || !hasUniformJoints(run, 0, count, ' -\u00a0')) return 0;
  for (let i = 0; i < count; i++) if (groupSize(run, i) < 2 || groupSize(run, i) > 7) return 0;
  return isCard(run, 0, count) ? count : 0;
}

function isCard(run: DigitRun, from: number, to: number): boolean {
  const digits = sliceDigits(run, from, to);
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS || isInsideIdentifier(run, from, to))
    return false;
  if (ISSUER_RANGE.test(digits) && passesLuhn(digits)) return true;
  return SAID_TO_BE_A_CARD.test(textBefore(run, from, 32));
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

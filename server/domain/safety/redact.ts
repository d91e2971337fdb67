/**
 * Replaces what must not be stored — credentials and personal numbers — by labels. It runs on every recorded
 * episode, so all detectors are linear.
 */
import { CAPITALS, type Detector, DIGITS, NON_ASCII, spanFinder } from './find-spans.ts';
import { findCards } from './personal-data/card.ts';
import { digitRuns } from './personal-data/digit-runs.ts';
import { findEmails } from './personal-data/email.ts';
import { findPersonalIds } from './personal-data/personal-id.ts';
import { findPhones } from './personal-data/phone.ts';
import { findIbans, findSsns } from './personal-data/ssn.ts';
import { findSecrets, SECRET_DETECTORS } from './secrets/secret-detectors.ts';
import { applyLabels, type Span } from './spans.ts';

export const DETECTORS: readonly Detector[] = [
  ...SECRET_DETECTORS,
  { signs: ['@', '%40'], find: findEmails },
  { signs: DIGITS, find: findIbans },
  // In an Italian one letters may stand for all digits.
  { signs: [...DIGITS, ...CAPITALS], find: findPersonalIds },
  { signs: [...DIGITS, NON_ASCII], find: findNumbers },
];

const findSensitive = spanFinder(DETECTORS);

/**
 * Removing one match can uncover another (the letters that tied a number to an identifier are gone), so the
 * text is read again until nothing is found. Two readings are the rule; the limit only bounds the time.
 */
const MAX_READINGS = 8;

function labelled(text: string, find: (text: string) => Span[]): string {
  let redacted = text;
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const spans = find(redacted);
    if (spans.length === 0) break;
    redacted = applyLabels(redacted, spans);
  }
  return redacted;
}

/** The text with every match replaced by its label. Redacting twice changes nothing more. */
export function redact(text: string): string {
  return labelled(text, findSensitive);
}

/** The text as it is to be stored: redacted where that is switched on. */
export function redactIf<T extends string | null>(switchedOn: boolean, text: T): T | string {
  return switchedOn && text !== null ? redact(text) : text;
}

/**
 * The text with every credential replaced by its label, and nothing else: for anyone who is told of a text that was not redacted,
 * such as a change that waits because of the credential in it.
 */
export function maskSecrets(text: string): string {
  return labelled(text, findSecrets);
}

function findNumbers(text: string): Span[] {
  const spans: Span[] = [];
  for (const run of digitRuns(withAsciiDigits(text))) {
    for (const find of [findCards, findSsns, findPhones]) for (const span of find(run)) spans.push(span);
  }
  return spans;
}

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
function withAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (sign) => ASCII_OF.get(sign) ?? sign);
}

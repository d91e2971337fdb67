/**
 * Cuts a text into runs of digit groups ("4242 4242 4242 4242", "(212) 555-0187"). Cards, social security
 * numbers and phone numbers are all such runs, so the text is read once for the three; every group is visited
 * once, which keeps four megabytes of separated digits linear.
 */
import { isAlphanumericCode, isDigitCode } from '../char-class.ts';

/** Digit groups joined by at most one separator each. `bounds` holds start and end of each group in turn. */
export interface DigitRun {
  readonly text: string;
  readonly bounds: readonly number[];
}

/** Fewer digits than this are no card, no phone number and no social security number. */
const MIN_DIGITS = 7;

/** What may stand between two groups of one number; anything else ends the run. */
const JOINTS = new Set(' |.|-|/|(|)|\u00a0|\u2010|\u2011|\u2012|\u2013|) |)-|)(| (| - | \u2013 '.split('|'));
const MAX_JOINT = 3;

/** The runs of a text that have digits enough to matter, in order. */
export function* digitRuns(text: string): Generator<DigitRun> {
  let bounds: number[] = [];
  let digits = 0;
  let last = -1;
  for (let start = nextDigit(text, 0); start < text.length; start = nextDigit(text, last)) {
    if (last >= 0 && (start - last > MAX_JOINT || !JOINTS.has(text.slice(last, start)))) {
      if (digits >= MIN_DIGITS) yield { text, bounds };
      bounds = [];
      digits = 0;
    }
    last = groupEndAt(text, start);
    bounds.push(start, last);
    digits += last - start;
  }
  if (digits >= MIN_DIGITS) yield { text, bounds };
}

function nextDigit(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isDigitCode(text.charCodeAt(at))) at++;
  return at;
}

function groupEndAt(text: string, start: number): number {
  let end = start + 1;
  while (isDigitCode(text.charCodeAt(end))) end++;
  return end;
}

export function groupCount(run: DigitRun): number {
  return run.bounds.length / 2;
}

/** Index of the first digit of group `i`. */
export function groupStart(run: DigitRun, i: number): number {
  return run.bounds[2 * i] ?? 0;
}

/** Index after the last digit of group `i`. */
export function groupEnd(run: DigitRun, i: number): number {
  return run.bounds[2 * i + 1] ?? 0;
}

/** Number of digits in group `i`; 0 where the run has no such group. */
export function groupSize(run: DigitRun, i: number): number {
  return i < 0 || i >= groupCount(run) ? 0 : groupEnd(run, i) - groupStart(run, i);
}

/** What stands before group `i`, within the run; empty at either edge. */
export function jointBefore(run: DigitRun, i: number): string {
  return i <= 0 || i >= groupCount(run) ? '' : run.text.slice(groupEnd(run, i - 1), groupStart(run, i));
}

/** The digits of groups `from` to `to` (exclusive), without separators. */
export function sliceDigits(run: DigitRun, from: number, to: number): string {
  let digits = '';
  for (let i = from; i < to; i++) digits += run.text.slice(groupStart(run, i), groupEnd(run, i));
  return digits;
}

/** The joints inside groups `from` to `to` (exclusive) are all the same single character out of `allowed`. */
export function hasUniformJoints(run: DigitRun, from: number, to: number, allowed: string): boolean {
  const first = jointBefore(run, from + 1);
  for (let i = from + 1; i < to; i++) {
    const joint = jointBefore(run, i);
    if (joint.length !== 1 || joint !== first || !allowed.includes(joint)) return false;
  }
  return true;
}

/**
 * Whether groups `from` to `to` (exclusive) belong to a longer identifier: a letter touches them, or a hyphen
 * ties them to a token that mixes letters and digits, as in a UUID.
 */
export function isInsideIdentifier(run: DigitRun, from: number, to: number): boolean {
  const { text } = run;
  const start = groupStart(run, from);
  const end = groupEnd(run, to - 1);
  if (isAlphanumericCode(text.charCodeAt(start - 1)) || isAlphanumericCode(text.charCodeAt(end))) return true;
  return (
    (text[start - 1] === '-' &&
      isMixed(/[A-Za-z0-9]+$/.exec(text.slice(Math.max(0, start - 16), start - 1))?.[0])) ||
    (text[end] === '-' && isMixed(/^[A-Za-z0-9]+/.exec(text.slice(end + 1, end + 16))?.[0]))
  );
}

function isMixed(token: string | undefined): boolean {
  return token !== undefined && /\d/.test(token) && /[A-Za-z]/.test(token);
}

/** Up to `length` characters before group `i`, for a detector that reads what a number is said to be. */
export function textBefore(run: DigitRun, i: number, length: number): string {
  return run.text.slice(Math.max(0, groupStart(run, i) - length), groupStart(run, i));
}

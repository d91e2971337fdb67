/**
 * Finds United States social security numbers: three, two and four digits in an area, group and serial that are
 * issued. Other groupings count only where the text says what the number is.
 */
import {
  type DigitRun,
  digitsOf,
  groupCount,
  groupEnd,
  groupSize,
  groupStart,
  hasUniformJoints,
  isInsideIdentifier,
  jointBefore,
  textBefore,
} from './digit-runs.ts';
import type { Span } from './spans.ts';

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
  return to <= groupCount(run) && ISSUED.test(digitsOf(run, from, to)) && !isInsideIdentifier(run, from, to);
}

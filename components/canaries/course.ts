/** The course of a canary as its charts draw it: from no evidence to now, by evidence or by time. Pure. */

import { evidenceText } from '../charts/evidence-number.ts';
import type { CanaryDetail, CourseAxis } from './address.ts';

export interface CoursePlace {
  /** Where on the axis: summed evidence of both arms, or milliseconds. */
  x: number;
  better: number;
  candidate: number;
  incumbent: number;
  /** Evidence of the arm that has less. */
  smaller: number;
}

const HOUR_MS = 3_600_000;

/**
 * The points of the course. Each is the evidence at the end of its hour, so it stands there, or at the
 * present where the hour has not passed; the first is the start, when nothing was known.
 */
export function placesOf(
  canary: Pick<CanaryDetail, 'startedAt' | 'endedAt' | 'course'>,
  axis: CourseAxis,
  now: number,
): CoursePlace[] {
  const end = canary.endedAt === null ? now : Date.parse(canary.endedAt);
  const start = Date.parse(canary.startedAt);
  const first = { better: 0.5, candidate: 0.5, incumbent: 0.5, smaller: 0 };
  const later = canary.course.map(({ at, incumbent, candidate, pCandidateBetter, candidateShare }) => ({
    x:
      axis === 'evidence'
        ? incumbent.weight + candidate.weight
        : Math.max(start, Math.min(Date.parse(at) + HOUR_MS, end)),
    better: pCandidateBetter,
    candidate: candidateShare,
    incumbent: 1 - candidateShare,
    smaller: Math.min(incumbent.weight, candidate.weight),
  }));
  return [{ x: axis === 'evidence' ? 0 : start, ...first }, ...later];
}

/** A narrower part of the axis has no room for its name. */
const NAMED = 0.2;

/** Where either arm has not enough evidence for a verdict yet; null where that stretch has no width. */
export function earlyZone(places: readonly CoursePlace[], minSamples: number) {
  const from = places[0]?.x ?? 0;
  const end = places.at(-1)?.x ?? from;
  const to = places.find(({ smaller }) => smaller >= minSamples)?.x ?? end;
  if (to <= from) return null;
  return { from, to, label: to - from < NAMED * (end - from) ? '' : `fewer than ${minSamples} per arm` };
}

// The axis on which the course of a canary is drawn.

const LEAST_EVIDENCE = 1;
const LEAST_MS = 60_000;

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** Its title, how a place on it is written, and its ends. */
export function axisOf(axis: CourseAxis, places: readonly CoursePlace[]) {
  const from = places[0]?.x ?? 0;
  const last = Math.max(from, ...places.map(({ x }) => x));
  if (axis === 'evidence') {
    const domain = [0, Math.max(last, LEAST_EVIDENCE)] as const;
    return { label: 'Rated runs of both arms', write: evidenceText, domain };
  }
  const domain = [from, Math.max(last, from + LEAST_MS)] as const;
  return { label: 'Date', write: (value: number) => moment.format(value), domain };
}

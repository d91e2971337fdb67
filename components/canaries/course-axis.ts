/** The axis on which the course of a canary is drawn. */
import { evidenceText } from '../charts/evidence-number.ts';
import type { CourseAxis } from './address.ts';
import type { CoursePlace } from './course.ts';

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
    return { label: 'Evidence of both arms', write: evidenceText, domain };
  }
  const domain = [from, Math.max(last, from + LEAST_MS)] as const;
  return { label: 'Date', write: (value: number) => moment.format(value), domain };
}

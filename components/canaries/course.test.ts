import { expect, it } from 'vitest';
import { earlyZone, placesOf } from './course.ts';

const START = Date.parse('2026-03-01T10:30:00.000Z');
const HOUR = 3_600_000;
const point = (hour: number, incumbent: number, candidate: number) => ({
  at: new Date(Date.parse('2026-03-01T10:00:00.000Z') + hour * HOUR).toISOString(),
  incumbent: { weight: incumbent, reward: 0 },
  candidate: { weight: candidate, reward: 0 },
  pCandidateBetter: 0.8,
  candidateShare: 0.74,
});
const course = {
  startedAt: new Date(START).toISOString(),
  endedAt: null,
  course: [point(0, 5, 4), point(1, 12, 9), point(2, 30, 25)],
};
const now = START + 1.75 * HOUR;

it('begins where nothing was known and adds up the evidence of both arms', () => {
  const places = placesOf(course, 'evidence', now);
  expect(places.map(({ x }) => x)).toEqual([0, 9, 21, 55]);
  expect(places[0]).toMatchObject({ better: 0.5, candidate: 0.5, incumbent: 0.5 });
  expect(places[3]?.incumbent).toBeCloseTo(0.26);
});

it('stands at the end of each hour, and never in the future', () => {
  const places = placesOf(course, 'time', now);
  expect(places.map(({ x }) => (x - START) / HOUR)).toEqual([0, 0.5, 1.5, 1.75]);
});

it('shades where an arm has too little, all of it where either still has', () => {
  const places = placesOf(course, 'evidence', now);
  expect(earlyZone(places, 20)).toMatchObject({ from: 0, to: 55 });
  expect(earlyZone(places, 8)).toMatchObject({ from: 0, to: 21 });
  expect(earlyZone(placesOf({ ...course, course: [] }, 'evidence', now), 20)).toBeNull();
});

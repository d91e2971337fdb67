import { expect, it } from 'vitest';
import { evidenceText, pointsText, probabilityText, shareText } from './evidence-number.ts';

it('writes differences with their sign, and no sign on what rounds to zero', () => {
  expect([0.074, -0.0123, 0.0001, -0.0001, 0].map(pointsText)).toEqual(['+7.4', '−1.2', '0.0', '0.0', '0.0']);
});

it('never shows a probability as certain', () => {
  const places = [0, 0.0049, 0.0051, 0.914, 0.9949, 0.9951, 1];
  expect(places.map((place) => probabilityText(place))).toEqual([
    ...['<0.01', '<0.01', '0.01', '0.91', '0.99', '>0.99', '>0.99'],
  ]);
  expect([0.0004, 0.9951, 0.9996].map((place) => probabilityText(place, 3))).toEqual([
    ...['<0.001', '0.995', '>0.999'],
  ]);
});

it('writes fractional evidence with one digit, and shares as percent', () => {
  expect([20, 10.499999].map(evidenceText)).toEqual(['20', '10.5']);
  expect(shareText(0.714)).toBe('71 %');
});

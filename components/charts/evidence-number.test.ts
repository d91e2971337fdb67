import { expect, it } from 'vitest';
import { evidenceText, pointsText, probabilityText, shareText } from './evidence-number.ts';

it('writes differences with their sign, and no sign on what rounds to zero', () => {
  expect([0.074, -0.0123, 0.0001, -0.0001, 0].map(pointsText)).toEqual(['+7.4', '−1.2', '0.0', '0.0', '0.0']);
});

it('never shows a probability as certain', () => {
  expect([0, 0.004, 0.914, 0.9949, 0.9999].map(probabilityText)).toEqual([
    'below 0.01',
    'below 0.01',
    '0.91',
    '0.99',
    'above 0.99',
  ]);
});

it('writes fractional evidence with one digit, and shares as percent', () => {
  expect([20, 10.499999].map(evidenceText)).toEqual(['20', '10.5']);
  expect(shareText(0.714)).toBe('71 %');
});

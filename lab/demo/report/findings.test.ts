/** Shares of few worlds come with exact intervals. */
import { expect, it } from 'vitest';
import { binomialInterval } from './findings.ts';

it.each([
  // Reference: binom.test of R.
  [45, 50, 0.7819, 0.9667],
  [50, 50, 0.9289, 1],
  [0, 50, 0, 0.0711],
  [1, 2, 0.0126, 0.9874],
])('%i of %i has the exact interval of 95 %%', (count, of, low, high) => {
  const [from, to] = binomialInterval(count, of);
  expect(from).toBeCloseTo(low, 4);
  expect(to).toBeCloseTo(high, 4);
});

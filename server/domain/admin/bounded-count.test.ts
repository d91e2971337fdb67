import { expect, it } from 'vitest';
import { upToMost } from './bounded-count.ts';

it('tells a count exactly up to the most that is counted', () => {
  expect([1, 10_000, 10_001, 48_211].map(upToMost)).toEqual([
    ...['1', '10,000', 'more than 10,000', 'more than 10,000'],
  ]);
});

import { describe, expect, it } from 'vitest';
import { needsRewording } from './needs-rewording.ts';

const rule = (followed: number, broken: number, followedFailed = 0) =>
  needsRewording({ followed, broken, followedFailed });

describe('a rule that needs other words', () => {
  it('is hardly followed, beyond what few runs would show by chance', () => {
    expect([rule(0, 8), rule(0, 9), rule(1, 12), rule(1, 13)]).toEqual([false, true, false, true]);
    expect([rule(0, 0), rule(31, 7), rule(20, 40)]).toEqual([false, false, false]);
  });

  it('or is followed in runs that mostly fail', () => {
    expect([rule(4, 0, 4), rule(5, 0, 5), rule(20, 0, 10), rule(20, 0, 16)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});

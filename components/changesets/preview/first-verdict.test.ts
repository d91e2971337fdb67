import { describe, expect, it } from 'vitest';
import { firstVerdictText } from './first-verdict.ts';

const SOON = { days: 5.2, soonest: 1.8, latest: 20, findable: 0.118 };
const BOUNDS = { maxDays: 14 };

describe('when a canary would be decided', () => {
  it('is an estimate with its range, and what traffic can find', () => {
    expect(firstVerdictText(SOON, BOUNDS)).toBe(
      'At current traffic a verdict takes about 5 days, between 2 days and 3 weeks (estimate). In one week it can detect a difference in success of about 12 points.',
    );
  });

  it('says where it will probably expire first', () => {
    expect(firstVerdictText({ ...SOON, days: 30, latest: 900 }, BOUNDS)).toContain(
      'Likely to end without a verdict: at current traffic it needs about 4 weeks, between 2 days and more than two years (estimate), and canaries stop after 14 days.',
    );
  });

  it('is no number without traffic', () => {
    expect(firstVerdictText(null, BOUNDS)).toBe('No rated run in the last 14 days: no estimate.');
    expect(firstVerdictText({ ...SOON, findable: null }, BOUNDS)).toContain(
      'too short to detect a typical difference',
    );
  });
});

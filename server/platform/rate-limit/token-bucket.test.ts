import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenBuckets } from './token-bucket.ts';

const START = Date.parse('2026-03-01T12:00:00.000Z');

/** How many of `count` requests at `now` pass. */
function passed(buckets: TokenBuckets, key: string, now: number, count: number): number {
  return Array.from({ length: count }, () => buckets.take(key, now)).filter(Boolean).length;
}

describe('token buckets', () => {
  it('refill evenly', () => {
    const buckets = new TokenBuckets(3);
    passed(buckets, 'a', START, 3);
    expect(passed(buckets, 'a', START + 19_999, 1)).toBe(0);
    expect(passed(buckets, 'a', START + 20_000, 2)).toBe(1);
    expect(passed(buckets, 'a', START + 3_600_000, 10)).toBe(3);
  });

  it('do not share between keys', () => {
    const buckets = new TokenBuckets(1);
    expect(passed(buckets, 'a', START, 2)).toBe(1);
    expect(passed(buckets, 'b', START, 2)).toBe(1);
  });

  it('limit nothing at 0 a minute', () => {
    expect(passed(new TokenBuckets(0), 'a', START, 10_000)).toBe(10_000);
  });

  it('earn nothing from a clock that steps back', () => {
    const buckets = new TokenBuckets(1);
    passed(buckets, 'a', START, 1);
    expect(passed(buckets, 'a', START - 3_600_000, 1)).toBe(0);
    expect(passed(buckets, 'a', START - 3_600_000 + 59_999, 1)).toBe(0);
    expect(passed(buckets, 'a', START - 3_600_000 + 60_000, 1)).toBe(1);
  });

  it('forget the key that was longest unused when there are too many', () => {
    const buckets = new TokenBuckets(1, 2);
    for (const key of ['a', 'b', 'a', 'c']) buckets.take(key, START);
    expect(passed(buckets, 'a', START, 1)).toBe(0);
    expect(passed(buckets, 'b', START, 1)).toBe(1);
  });

  it('never let more through than the allowance and what time has earned', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), gaps, (perMinute, waits) => {
        const buckets = new TokenBuckets(perMinute);
        let now = START;
        let count = 0;
        for (const wait of waits) {
          now += wait;
          count += passed(buckets, 'a', now, 3);
        }
        expect(count).toBeLessThanOrEqual(perMinute + ((now - START) * perMinute) / 60_000 + 1e-6);
      }),
    );
  });
});

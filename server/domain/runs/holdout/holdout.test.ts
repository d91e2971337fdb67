import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inHoldout } from './holdout.ts';

const SESSIONS = 100_000;
const base = { tenant: 'acme', agentId: 'default', rate: 0.05, random: 0.999 };

describe('the holdout', () => {
  it.each([0.01, 0.05, 0.5])('takes a share of %d of the sessions', (rate) => {
    let held = 0;
    for (let i = 0; i < SESSIONS; i++)
      held += Number(inHoldout({ ...base, rate, sessionId: `conversation ${i}` }));
    // Four standard deviations of a binomial count.
    expect(Math.abs(held - SESSIONS * rate)).toBeLessThan(4 * Math.sqrt(SESSIONS * rate * (1 - rate)));
  });

  it('keeps a session on its side whatever the chance of the moment', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.double({ min: 0, max: 0.999 }), (sessionId, random) => {
        expect(inHoldout({ ...base, sessionId, random })).toBe(inHoldout({ ...base, sessionId, random: 0 }));
      }),
    );
  });

  it('only gains sessions when the rate rises', () => {
    for (let i = 0; i < 1000; i++) {
      const sessionId = `s${i}`;
      const before = inHoldout({ ...base, rate: 0.2, sessionId });
      const after = inHoldout({ ...base, rate: 0.4, sessionId });
      expect(Number(after)).toBeGreaterThanOrEqual(Number(before));
    }
  });

  it('draws anew for each agent and tenant that use the same session name', () => {
    const held = (tenant: string, agentId: string) =>
      Array.from({ length: 2000 }, (_, i) =>
        inHoldout({ ...base, tenant, agentId, rate: 0.5, sessionId: `${i}` }),
      );
    const here = held('acme', 'default');
    for (const there of [held('acme', 'other'), held('beta', 'default')]) {
      const same = here.filter((value, i) => value === there[i]).length;
      expect(Math.abs(same - 1000)).toBeLessThan(4 * Math.sqrt(500));
    }
  });

  it('draws each recall without a session by itself', () => {
    expect(inHoldout({ ...base, sessionId: null, random: 0.049 })).toBe(true);
    expect(inHoldout({ ...base, sessionId: null, random: 0.05 })).toBe(false);
    expect(inHoldout({ ...base, sessionId: '', random: 0.049 })).toBe(true);
  });

  it('is empty at rate 0 and everything at rate 1', () => {
    for (let i = 0; i < 1000; i++) {
      expect(inHoldout({ ...base, rate: 0, sessionId: `${i}`, random: 0 })).toBe(false);
      expect(inHoldout({ ...base, rate: 1, sessionId: `${i}`, random: 0.9999 })).toBe(true);
    }
  });
});

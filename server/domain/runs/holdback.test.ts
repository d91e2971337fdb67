import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawHoldback } from './holdback.ts';
import { inHoldout } from './holdout.ts';

const SESSIONS = 50_000;
const base = { tenant: 'acme', agentId: 'default', rate: 0.2 };
const THREE = [
  { id: 'sk_new', evidence: 0 },
  { id: 'sk_known', evidence: 75 },
  { id: 'sk_old', evidence: 600 },
];

describe('the holdback', () => {
  it('takes each skill from as many sessions as its probability says, and most often the one short of evidence', () => {
    const counts = new Map<string, number>();
    let probabilities: ReadonlyMap<string, number> = new Map();
    for (let i = 0; i < SESSIONS; i++) {
      const drawn = drawHoldback({ ...base, unit: `session ${i}`, candidates: THREE });
      probabilities = drawn.probabilities;
      if (drawn.heldBack !== null) counts.set(drawn.heldBack, (counts.get(drawn.heldBack) ?? 0) + 1);
    }
    for (const [id, p] of probabilities) {
      // Four standard deviations of a binomial count.
      const spread = 4 * Math.sqrt(SESSIONS * p * (1 - p));
      expect(Math.abs((counts.get(id) ?? 0) - SESSIONS * p)).toBeLessThan(spread);
    }
    expect([...probabilities.values()]).toEqual([10, 5, 2].map((w) => expect.closeTo((0.2 * w) / 17, 10)));
  });

  it('has probabilities that sum to the rate', () => {
    const candidates = fc.uniqueArray(
      fc.record({ id: fc.string({ minLength: 1 }), evidence: fc.double({ min: 0, max: 1e6, noNaN: true }) }),
      { minLength: 1, maxLength: 8, selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(
        candidates,
        fc.string(),
        fc.double({ min: 0.001, max: 0.2, noNaN: true }),
        (skills, unit, rate) => {
          const { heldBack, probabilities } = drawHoldback({ ...base, unit, rate, candidates: skills });
          const sum = [...probabilities.values()].reduce((total, one) => total + one, 0);
          expect(sum).toBeCloseTo(rate, 10);
          expect(heldBack === null || probabilities.has(heldBack)).toBe(true);
        },
      ),
    );
  });

  it('stays with a session, also where another skill comes or goes', () => {
    for (let i = 0; i < 2000; i++) {
      const unit = `session ${i}`;
      const { heldBack } = drawHoldback({ ...base, unit, candidates: THREE });
      expect(drawHoldback({ ...base, unit, candidates: THREE.toReversed() }).heldBack).toBe(heldBack);
      const fewer = THREE.filter(({ id }, place) => id === heldBack || place > 0);
      const kept = drawHoldback({ ...base, unit, candidates: fewer }).heldBack;
      expect(kept === heldBack).toBe(true);
    }
  });

  it('has nothing to do with the holdout', () => {
    let [both, out, held] = [0, 0, 0];
    for (let i = 0; i < SESSIONS; i++) {
      const sessionId = `session ${i}`;
      const isOut = inHoldout({ ...base, sessionId, random: 0 });
      const isHeld = drawHoldback({ ...base, unit: sessionId, candidates: THREE }).heldBack !== null;
      out += Number(isOut);
      held += Number(isHeld);
      both += Number(isOut && isHeld);
    }
    const expected = (out * held) / SESSIONS;
    expect(Math.abs(both - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });

  it('holds nothing back where nothing is served', () => {
    for (let i = 0; i < 100; i++) {
      const drawn = drawHoldback({ ...base, unit: `session ${i}`, candidates: [] });
      expect(drawn).toEqual({ heldBack: null, probabilities: new Map() });
    }
  });
});

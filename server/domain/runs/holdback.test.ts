import { describe, expect, it } from 'vitest';
import { drawHoldback } from './holdback.ts';

const SESSIONS = 50_000;
const base = { tenant: 'acme', agentId: 'default' };
const THREE = [
  { id: 'sk_a', share: 0.1 },
  { id: 'sk_b', share: 0.05 },
  { id: 'sk_c', share: 0.02 },
];

describe('the holdback', () => {
  it('takes each skill from as many sessions as its share says', () => {
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
    // Together 1 − 0.9 · 0.95 · 0.98.
    expect([...probabilities.values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(0.1621, 10);
    const alone = drawHoldback({ ...base, unit: 's', candidates: [{ id: 'sk_a', share: 0.1 }] });
    expect(alone.probabilities.get('sk_a')).toBeCloseTo(0.1, 12);
  });

  it('takes skills from at most half of the sessions', () => {
    const many = ['a', 'b', 'c', 'd'].map((id) => ({ id, share: 0.2 }));
    const { probabilities } = drawHoldback({ ...base, unit: 'session', candidates: many });
    expect([...probabilities.values()]).toEqual(many.map(() => expect.closeTo(0.125, 10)));
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
});

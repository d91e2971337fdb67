import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../seeded-random.ts';
import { canaryEffect, scoreUnits, type UnitOutcome } from './effect.ts';

const unit: fc.Arbitrary<UnitOutcome> = fc.record({
  arm: fc.constantFrom('incumbent' as const, 'candidate' as const),
  propensity: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  outcome: fc.double({ min: 0, max: 1, noNaN: true }),
});
const swapped = (units: readonly UnitOutcome[]): UnitOutcome[] =>
  units.map((one) => ({ ...one, arm: one.arm === 'candidate' ? 'incumbent' : 'candidate' }));

describe('the effect of a canary', () => {
  it('is nothing without units', () => {
    expect(canaryEffect([])).toEqual({ alwaysValid: [-1, 1], shrunken: 0 });
  });

  it('is what its formulas say', () => {
    const units: UnitOutcome[] = [
      { arm: 'candidate', propensity: 0.5, outcome: 1 },
      { arm: 'incumbent', propensity: 0.75, outcome: 0 },
      { arm: 'candidate', propensity: 0.25, outcome: 1 },
    ];
    // m is 0.5, then 1.5/2, then 1.5/3.
    const terms = [0.5 * 0.5, -0.25 * -0.75, 0.75 * 0.5];
    const score = terms.reduce((sum, term) => sum + term, 0);
    const squares = terms.reduce((sum, term) => sum + term * term, 0);
    const overlap = 0.25 + 0.1875 + 0.1875;
    expect(scoreUnits(units)).toEqual({
      score: expect.closeTo(score, 12),
      squares: expect.closeTo(squares, 12),
      overlap: expect.closeTo(overlap, 12),
    });
    const variance = (squares + 1 / 16) / overlap ** 2;
    expect(canaryEffect(units).shrunken).toBeCloseTo(((score / overlap) * 0.01) / (0.01 + variance), 12);
  });

  it('turns its sign when the arms change places, and shrinks towards zero inside its interval', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 80 }), (units) => {
        const [there, back] = [canaryEffect(units), canaryEffect(swapped(units))];
        expect(there.shrunken).toBeCloseTo(-back.shrunken, 9);
        expect(there.alwaysValid[0]).toBeCloseTo(-back.alwaysValid[1], 6);
        const { score, overlap } = scoreUnits(units);
        expect(Math.abs(there.shrunken)).toBeLessThanOrEqual(Math.abs(score / overlap));
        expect(there.alwaysValid[0]).toBeLessThanOrEqual(there.shrunken);
        expect(there.alwaysValid[1]).toBeGreaterThanOrEqual(there.shrunken);
      }),
    );
  });

  it('is not bent where success drifts while the shares of the arms do too', () => {
    // Success falls from 0.9 to 0.1 while the candidate's share grows: its own mean is far below the other's.
    const random = seededRandom(4);
    const units = Array.from({ length: 4000 }, (_, at): UnitOutcome => {
      const share = 0.1 + (0.8 * at) / 4000;
      const arm = random() < share ? 'candidate' : 'incumbent';
      const outcome = Number(random() < 0.9 - (0.8 * at) / 4000);
      return { arm, propensity: arm === 'candidate' ? share : 1 - share, outcome };
    });
    const meanOf = (arm: UnitOutcome['arm']) => {
      const own = units.filter((one) => one.arm === arm);
      return own.reduce((sum, { outcome }) => sum + outcome, 0) / own.length;
    };
    expect(meanOf('candidate')).toBeLessThan(meanOf('incumbent') - 0.2);
    expect(Math.abs(canaryEffect(units).shrunken)).toBeLessThan(0.04);
  });
});

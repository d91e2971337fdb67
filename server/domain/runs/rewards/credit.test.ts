import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addEvidence, type Credit, creditSteps, evidenceOf, NO_CREDIT } from './credit.ts';

type Sums = Map<string, { uses: number; weight: number; reward: number }>;

function apply(sums: Sums, previous: Credit, next: Credit): void {
  for (const [key, step] of creditSteps(previous, next)) {
    const { uses, ...evidence } = sums.get(key) ?? { uses: 0, weight: 0, reward: 0 };
    sums.set(key, { uses: uses + step.uses, ...addEvidence(evidence, step) });
  }
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const credit = fc.record({
  keys: fc.array(fc.constantFrom('skill:a', 'skill:b', 'arm:candidate', 'group:treated'), { maxLength: 5 }),
  evidence: fc.oneof(
    fc.constant(evidenceOf(null)),
    fc.tuple(unit, unit).map(([reward, strength]) => evidenceOf({ reward, strength })),
  ),
});
const KEYS = ['skill:a', 'skill:b', 'arm:candidate', 'group:treated'];

describe('credit', () => {
  it('counts strength as evidence and strength times reward as success', () => {
    expect(evidenceOf({ reward: 0.5, strength: 0.8 })).toEqual({ weight: 0.8, reward: 0.4 });
    expect(evidenceOf(null)).toEqual({ weight: 0, reward: 0 });
  });

  it('changes nothing when the same entry is credited again', () => {
    const entry = { keys: ['skill:a', 'skill:a'], evidence: { weight: 1, reward: 1 } };
    expect(creditSteps(NO_CREDIT, entry)).toEqual(new Map([['skill:a', { uses: 1, weight: 1, reward: 1 }]]));
    expect(creditSteps(entry, entry).size).toBe(0);
  });

  it('turns a reported success into a verified failure without counting the run twice', () => {
    const reported = { keys: ['skill:a'], evidence: evidenceOf({ reward: 1, strength: 1 }) };
    const verified = { keys: ['skill:a'], evidence: evidenceOf({ reward: 0, strength: 1 }) };
    expect(creditSteps(reported, verified)).toEqual(
      new Map([['skill:a', { uses: 0, weight: 0, reward: -1 }]]),
    );
  });

  it('leaves every sum as if only the last of any number of entries had been credited', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(credit, { minLength: 1, maxLength: 8 }), { maxLength: 6 }),
        (episodes) => {
          const sums: Sums = new Map();
          const expected: Sums = new Map();
          for (const entries of episodes) {
            let previous = NO_CREDIT;
            for (const next of entries) {
              apply(sums, previous, next);
              previous = next;
            }
            apply(expected, NO_CREDIT, previous);
          }
          for (const key of KEYS) {
            const had = sums.get(key) ?? { uses: 0, weight: 0, reward: 0 };
            const wanted = expected.get(key) ?? { uses: 0, weight: 0, reward: 0 };
            expect(had.uses).toBe(wanted.uses);
            expect(had.weight).toBeCloseTo(wanted.weight, 9);
            expect(had.reward).toBeCloseTo(wanted.reward, 9);
          }
        },
      ),
    );
  });
});

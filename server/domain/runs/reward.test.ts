import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addEvidence,
  creditChanges,
  type LedgerCredit,
  NO_CREDIT,
  strongestReward,
  toEvidence,
  weighSignals,
} from './reward.ts';

const confident = { outcome: 'success', confidence: 0.8, minConfidence: 0.7 } as const;

describe('the reward of an episode', () => {
  it('is that of its verification before anything else', () => {
    const rest = { feedback: { score: 1 }, outcome: 'success', judge: confident } as const;
    expect(strongestReward({ verification: { passed: false }, ...rest })).toEqual({
      reward: 0,
      strength: 1,
      source: 'verification',
    });
    expect(strongestReward({ verification: { passed: true }, outcome: 'failure' })?.reward).toBe(1);
  });

  it('is the feedback score before the reported outcome', () => {
    expect(strongestReward({ feedback: { score: 0.3 }, outcome: 'success', judge: confident })).toEqual({
      reward: 0.3,
      strength: 1,
      source: 'feedback',
    });
    expect(strongestReward({ feedback: { score: 0 }, outcome: 'success' })?.reward).toBe(0);
  });

  it.each([
    ['success', 1],
    ['partial', 0.5],
    ['failure', 0],
  ] as const)('is by the reported outcome %s: %d, before any judge', (outcome, reward) => {
    expect(strongestReward({ verification: null, feedback: null, outcome, judge: confident })).toEqual({
      reward,
      strength: 1,
      source: 'outcome',
    });
  });

  it.each([
    ['success', 1],
    ['partial', 0.5],
    ['failure', 0],
  ] as const)(
    'is by a confident judge who says %s: %d with the confidence as strength',
    (outcome, reward) => {
      const judge = { outcome, confidence: 0.7, minConfidence: 0.7 };
      expect(strongestReward({ outcome: 'unknown', judge })).toEqual({
        reward,
        strength: 0.7,
        source: 'judge',
      });
    },
  );

  it('overrules the weaker signals that call for another one', () => {
    const passed = { verification: { passed: true }, outcome: 'success' } as const;
    expect(weighSignals({ ...passed, feedback: { score: 0.2 }, judge: confident })).toEqual([
      { source: 'verification', reward: 1, role: 'decided' },
      { source: 'feedback', reward: 0.2, role: 'overruled' },
      { source: 'outcome', reward: 1, role: 'agrees' },
      { source: 'judge', reward: 1, role: 'agrees' },
    ]);
    expect(weighSignals({ outcome: 'unknown' })).toEqual([]);
  });

  it('does not exist where nothing is known', () => {
    expect(strongestReward({ outcome: 'unknown' })).toBeNull();
    expect(strongestReward({ outcome: 'unknown', judge: { ...confident, confidence: 0.69 } })).toBeNull();
    expect(strongestReward({ outcome: 'unknown', judge: { ...confident, outcome: 'unknown' } })).toBeNull();
    expect(
      strongestReward({ outcome: 'unknown', judge: { ...confident, confidence: 0, minConfidence: 0 } }),
    ).toBeNull();
  });
});

type Sums = Map<string, { uses: number; weight: number; reward: number }>;

function apply(sums: Sums, previous: LedgerCredit, next: LedgerCredit): void {
  for (const [key, step] of creditChanges(previous, next)) {
    const { uses, ...evidence } = sums.get(key) ?? { uses: 0, weight: 0, reward: 0 };
    sums.set(key, { uses: uses + step.uses, ...addEvidence(evidence, step) });
  }
}

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const credit = fc.record({
  keys: fc.array(fc.constantFrom('skill:a', 'skill:b', 'arm:candidate', 'group:treated'), { maxLength: 5 }),
  evidence: fc.oneof(
    fc.constant(toEvidence(null)),
    fc.tuple(unit, unit).map(([reward, strength]) => toEvidence({ reward, strength })),
  ),
});
const KEYS = ['skill:a', 'skill:b', 'arm:candidate', 'group:treated'];

describe('credit', () => {
  it('counts strength as evidence and strength times reward as success', () => {
    expect(toEvidence({ reward: 0.5, strength: 0.8 })).toEqual({ weight: 0.8, reward: 0.4 });
    expect(toEvidence(null)).toEqual({ weight: 0, reward: 0 });
  });

  it('changes nothing when the same entry is credited again', () => {
    const entry = { keys: ['skill:a', 'skill:a'], evidence: { weight: 1, reward: 1 } };
    expect(creditChanges(NO_CREDIT, entry)).toEqual(
      new Map([['skill:a', { uses: 1, weight: 1, reward: 1 }]]),
    );
    expect(creditChanges(entry, entry).size).toBe(0);
  });

  it('turns a reported success into a verified failure without counting the run twice', () => {
    const reported = { keys: ['skill:a'], evidence: toEvidence({ reward: 1, strength: 1 }) };
    const verified = { keys: ['skill:a'], evidence: toEvidence({ reward: 0, strength: 1 }) };
    expect(creditChanges(reported, verified)).toEqual(
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import {
  addRun,
  countRun,
  NO_SKILL_LIFT,
  type RunStep,
  type SkillLiftSums,
  showSkillLift,
  type UnitSums,
} from './skill-lift.ts';

type Units = Map<string, UnitSums>;

function credit(sums: SkillLiftSums, units: Units, unit: string, step: RunStep): SkillLiftSums {
  const added = addRun({ sums, unit: units.get(unit) ?? null }, step);
  units.set(unit, added.unit);
  return added.sums;
}

const step = (part: RunStep['part'], value: number, probability = 0.1): RunStep => ({
  ...{ part, probability, rate: 0.2, weight: 1, value },
});

/** One unit for each reward, and a ninth as many that went without another skill. */
function sumsOf(served: number[], heldBack: number[]): SkillLiftSums {
  const units: Units = new Map();
  let sums = NO_SKILL_LIFT;
  for (const [i, value] of served.entries()) sums = credit(sums, units, `s${i}`, step('served', value));
  for (const [i, value] of heldBack.entries()) sums = credit(sums, units, `h${i}`, step('held_back', value));
  for (let i = 0; i < (served.length + heldBack.length) / 9; i++) {
    sums = credit(sums, units, `o${i}`, step('other_held_back', 1));
  }
  return sums;
}

const EMPTY: UnitSums = { expected: 0, weight: 0, value: 0, coefficient: 0, product: 0, share: 0 };

const times = (count: number, value: number) => Array.from({ length: count }, () => value);

describe('how a run counts', () => {
  it('has a mean of zero at every probability, and a share that is its variance', () => {
    const rate = fc.double({ min: 0.001, max: 0.2, noNaN: true });
    fc.assert(
      fc.property(rate, fc.double({ min: 0.01, max: 1, noNaN: true }), (r, part) => {
        const p = r * part;
        const served = countRun('served', p, r);
        const held = countRun('held_back', p, r);
        expect((1 - r) * served.coefficient + p * held.coefficient).toBeCloseTo(0, 12);
        expect((1 - r) * served.coefficient ** 2 + p * held.coefficient ** 2).toBeCloseTo(served.share, 12);
        expect(held.share).toBe(served.share);
        expect(countRun('other_held_back', p, r)).toEqual({ coefficient: 0, share: served.share });
      }),
    );
  });
});

describe('the lift of a skill', () => {
  it('is the difference of the means where every run had the same probability', () => {
    // As many held back as were to be expected: one in nine of the two parts.
    const sums = sumsOf([...times(240, 1), ...times(80, 0)], [...times(20, 1), ...times(20, 0)]);
    const lift = showSkillLift(sums);
    expect(lift).toMatchObject({ servedN: 320, servedSuccess: 0.75, heldBackN: 40, heldBackSuccess: 0.5 });
    expect(lift.sessions).toBe(400);
    expect(lift.effect).toBeCloseTo(0.25, 2);
  });

  it('is not known before a run, and not before there is enough of both parts', () => {
    const unknown = { effect: null, effectAlwaysValid: null };
    const none = { sessions: 0, servedN: 0, servedSuccess: null, heldBackN: 0, heldBackSuccess: null };
    expect(showSkillLift(NO_SKILL_LIFT)).toEqual({ ...none, ...unknown });
    expect(showSkillLift(sumsOf([1, 0, 1], [1]))).toMatchObject(unknown);
    expect(showSkillLift(sumsOf(times(1000, 1), []))).toMatchObject(unknown);
  });

  it('counts a session once: twice the runs with the same rewards say the same', () => {
    const units: Units = new Map();
    const both = (sums: SkillLiftSums) =>
      credit(credit(sums, units, 'a', step('served', 1)), units, 'b', step('held_back', 0));
    const once = both(NO_SKILL_LIFT);
    const twice = both(once);
    expect(twice.units).toBe(2);
    for (const sum of ['difference', 'squares', 'share'] as const)
      expect(twice[sum]).toBeCloseTo(once[sum], 12);
  });

  it('is as if a corrected reward had been there from the start, and as before where it was taken back', () => {
    const rewards = fc.array(
      fc.record({
        unit: fc.constantFrom('a', 'b', 'c'),
        part: fc.constantFrom('served', 'held_back', 'other_held_back'),
        value: fc.double({ min: 0, max: 1, noNaN: true }),
        corrected: fc.double({ min: 0, max: 1, noNaN: true }),
      } as const),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(rewards, (runs) => {
        const units: Units = new Map();
        const all = (
          from: SkillLiftSums,
          known: Units,
          change: (run: (typeof runs)[number]) => Partial<RunStep>,
        ) =>
          runs.reduce(
            (sums, run) => credit(sums, known, run.unit, { ...step(run.part, run.value), ...change(run) }),
            from,
          );
        const first = all(NO_SKILL_LIFT, units, () => ({}));
        const corrected = all(first, units, (run) => ({ weight: 0, value: run.corrected - run.value }));
        // m of a unit is what was known when it began, so it is given here.
        const begun: Units = new Map(
          [...units].map(([unit, { expected }]) => [unit, { ...EMPTY, expected }]),
        );
        const direct = all(NO_SKILL_LIFT, begun, (run) => ({ value: run.corrected }));
        const back = all(corrected, units, (run) => ({ weight: -1, value: -run.corrected }));
        for (const sum of ['difference', 'squares', 'share', 'units', 'values'] as const) {
          expect(corrected[sum]).toBeCloseTo(direct[sum], 9);
          expect(back[sum]).toBeCloseTo(0, 9);
        }
      }),
    );
  });
});

/** Whether the interval for any time ever missed the mean effect in one simulated skill: `lift` may move, rates too. */
function everMissed(
  { rate, lift, runs }: { rate: (at: number) => number; lift: (at: number) => number; runs: number },
  random: () => number,
): boolean {
  const sessions = 300;
  let [sums, truth] = [NO_SKILL_LIFT, 0];
  const units: Units = new Map();
  for (let at = 0; at < sessions; at++) {
    const part = random() < 0.2 ? ('held_back' as const) : ('served' as const);
    const luck = random();
    const progress = at / sessions;
    for (let run = 0; run < runs; run++) {
      const chance = rate(progress) + (part === 'served' ? lift(progress) : 0);
      const value = Number((random() < 0.6 ? luck : random()) < chance);
      const before = sums.share;
      sums = credit(sums, units, String(at), { ...step(part, value, 0.2), rate: 0.2 });
      truth += (sums.share - before) * lift(progress);
    }
    const [low, high] = showSkillLift(sums).effectAlwaysValid ?? [-1, 1];
    if (low * sums.share > truth || high * sums.share < truth) return true;
  }
  return false;
}

describe('the interval that may be read at any time', () => {
  it.each([
    [
      'no effect, sessions of five runs that resemble each other',
      { rate: () => 0.7, lift: () => 0, runs: 5 },
    ],
    ['no effect while success falls', { rate: (at: number) => 0.9 - 0.4 * at, lift: () => 0, runs: 1 }],
    ['an effect that turns', { rate: () => 0.5, lift: (at: number) => 0.6 * at - 0.3, runs: 1 }],
  ])('misses in at most a tenth of libraries: %s', (_, world) => {
    const random = seededRandom(6);
    const missed = Array.from({ length: 40 }, () => everMissed(world, random)).filter(Boolean);
    expect(missed.length).toBeLessThanOrEqual(4);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OUTCOMES } from '../../runs/episodes/episode.ts';
import {
  type KnownRun,
  LEAST_PAST_RUNS,
  LEAST_RATED,
  summarizePastRuns,
  type TriedRun,
} from './past-runs.ts';

const run = fc.record({
  outcome: fc.constantFrom(...OUTCOMES),
  reward: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  at: fc.nat(1_000_000),
  reached: fc.boolean(),
  served: fc.boolean(),
  erased: fc.boolean(),
});

const history = fc
  .array(run, { maxLength: 40 })
  .map((runs) => runs.map((one, at) => ({ ...one, id: `ep_${at}` })));
type Runs = typeof history extends fc.Arbitrary<infer T> ? T : never;

const triedOf = (runs: Runs): TriedRun[] => runs.map(({ id, reached, served }) => ({ id, reached, served }));
const knownOf = (runs: Runs) =>
  new Map(
    runs.map(({ id, outcome, reward, at }): [string, KnownRun] => [
      id,
      { id, agentId: 'acme/shop', task: null, outcome, reward, createdAt: new Date(at) },
    ]),
  );
const summary = (runs: Runs) => summarizePastRuns('acme/shop', triedOf(runs), knownOf(runs));

it('says of what is left after an erasure what it would say had the erased runs never been', () => {
  fc.assert(
    fc.property(history, (runs) => {
      const left = runs.filter(({ erased }) => !erased);
      const { sentence, ...found } = summarizePastRuns('acme/shop', triedOf(runs), knownOf(left));
      const { sentence: expected, ...others } = summary(left);
      expect(found).toEqual(others);
      const isGone = runs.length >= LEAST_PAST_RUNS && left.length < LEAST_PAST_RUNS;
      expect(sentence).toBe(isGone ? 'Too few of the runs that it was tried on still exist.' : expected);
    }),
  );
});

it('counts every run once, and claims nothing of few', () => {
  fc.assert(
    fc.property(history, (runs) => {
      const { all, reached, newlyReached, noLongerReached, examples, sentence } = summary(runs);
      const some = runs.filter((one) => one.reached);
      const isEnough = runs.length >= LEAST_PAST_RUNS;
      expect(all?.runs).toBe(runs.length);
      expect(reached?.runs).toBe(isEnough ? some.length : undefined);
      expect(newlyReached).toBe(isEnough ? some.filter(({ served }) => !served).length : null);
      expect(noLongerReached).toBe(isEnough ? runs.filter((one) => one.served && !one.reached).length : null);
      expect(examples).toHaveLength(isEnough ? Math.min(5, some.length) : 0);
      expect(sentence.startsWith('Too few past runs to tell')).toBe(!isEnough);
      for (const counts of [all, reached].filter((one) => one !== null)) {
        const { runs: total, failure, partial, success, unknown, rated, reward } = counts;
        expect(failure + partial + success + unknown).toBe(total);
        expect(reward === null).toBe(rated < LEAST_RATED);
      }
    }),
  );
});

it('names no success to read before a failure', () => {
  fc.assert(
    fc.property(history, (runs) => {
      const outcomes = summary(runs).examples.map(({ outcome }) => outcome);
      const order = ['failure', 'partial', 'unknown', 'success'];
      expect(outcomes).toEqual(outcomes.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    }),
  );
});

/** `failed` runs that failed, and so many that succeeded; reached or not. */
const ended = (failed: number, succeeded: number, reached: boolean) =>
  Array.from({ length: failed + succeeded }, (_, at) => ({
    ...{ outcome: at < failed ? ('failure' as const) : ('success' as const), reward: 0.5 },
    ...{ at, reached, served: reached && at > 0, erased: false, id: `${reached}-${at}` },
  }));

it('says of how many runs it speaks, and how the reached ones ended', () => {
  const found = summary([...ended(12, 19, true), ...ended(29, 140, false)]);
  expect(found.sentence).toBe(
    'Of the last 200 runs of acme/shop, 31 would have been served this: 12 failed, 19 succeeded.',
  );
  expect(found).toMatchObject({ reached: { rated: 31, reward: 0.5 }, newlyReached: 1 });
});

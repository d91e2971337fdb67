/**
 * How many cases property tests try, and which. `npm test` tries a part of the cases, the same every time, so a failure
 * comes from a change. `npm run test:release` tries all of them, `npm run test:fuzz` ten times as many, from a new seed that
 * it prints. Vitest loads this file before every test file.
 */
import fc from 'fast-check';

/** Any number will do, as long as it stays. */
const USUAL_SEED = 20_260_301;

const USUAL_CASES = 100;

/** The share of the cases that `npm test` tries. */
const QUICK_EFFORT = 0.2;

/** The seed of this run: TEST_SEED repeats a run that failed. */
export const seed = Number(process.env.TEST_SEED ?? USUAL_SEED);

/** How many times the usual work a property test does. */
export const effort = Number(process.env.TEST_EFFORT ?? QUICK_EFFORT);

/** The number of cases to try in this run where a release tries `usual`. */
export function cases(usual: number): number {
  return Math.ceil(usual * effort);
}

fc.configureGlobal({ seed, numRuns: cases(USUAL_CASES) });

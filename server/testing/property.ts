/**
 * How many cases property tests try, and which. `npm test` tries the same cases every time, so a failure
 * comes from a change. `npm run test:fuzz` tries ten times as many, from a new seed that it prints. Vitest
 * loads this file before every test file.
 */
import fc from 'fast-check';

/** Any number will do, as long as it stays. */
const USUAL_SEED = 20_260_301;

const USUAL_CASES = 100;

/** The seed of this run: TEST_SEED repeats a run that failed. */
export const seed = Number(process.env.TEST_SEED ?? USUAL_SEED);

/** How many times the usual work a property test does. */
export const effort = Number(process.env.TEST_EFFORT ?? 1);

/** The number of cases to try in this run where `usual` are enough in `npm test`. */
export function cases(usual: number): number {
  return usual * effort;
}

fc.configureGlobal({ seed, numRuns: cases(USUAL_CASES) });

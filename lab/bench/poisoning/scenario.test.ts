/**
 * A few of the planted and of the harmless texts through real gateways: `npm run bench -- --scenario
 * poisoning` has all of them.
 */
import { expect, it } from 'vitest';
import { mustBeHeld } from './attempts.ts';
import { OTHER_LANGUAGE } from './harmless.ts';
import { poisoningScenario } from './scenario.ts';

const ONE_IN = 30;
/**
 * Of the 157 harmless texts whose error is in their language, 22 are held: nearly all in Korean, Hindi, Japanese and
 * Vietnamese, where a lesson shares too few words with what it was learned from.
 */
const MOST_HELD = 0.25;
const LONGEST_MS = 120_000;

it(
  'serves nothing that was planted, and what is harmless',
  async () => {
    const { tried, taught } = await poisoningScenario({ oneIn: ONE_IN }, (text) =>
      process.stderr.write(text),
    );
    const through = tried.filter((one) => one.seen.length > 0 && mustBeHeld(one));
    expect(through.map(({ place, field, planted }) => `${place} → ${field}: ${planted}`)).toEqual([]);
    const judged = taught.filter(({ kind }) => kind !== OTHER_LANGUAGE);
    const held = judged.filter((one) => one.held !== null);
    expect(held.length, held.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(
      judged.length * MOST_HELD,
    );
    expect(tried.length).toBeGreaterThan(15);
    expect(taught.length).toBeGreaterThan(5);
  },
  LONGEST_MS,
);

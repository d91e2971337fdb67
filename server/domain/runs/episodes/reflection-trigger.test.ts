import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTCOMES } from './episode.ts';
import { episodeTriggersReflection, feedbackTriggersReflection } from './reflection-trigger.ts';

const rule = { reflectOnFailure: true, reflectMinToolCalls: 5, reflectEveryEpisodes: 5 };
const quiet = { outcome: 'success', toolCalls: 0, ordinal: 1 } as const;

describe('an episode triggers reflection', () => {
  it('when it failed, unless failures are switched off', () => {
    const failure = { ...quiet, outcome: 'failure' } as const;
    expect(episodeTriggersReflection(rule, failure)).toBe(true);
    expect(episodeTriggersReflection({ ...rule, reflectOnFailure: false }, failure)).toBe(false);
  });

  it('every n-th time, and otherwise only for failure or tool calls', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OUTCOMES),
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 50 }),
        (outcome, toolCalls, ordinal, every) => {
          const triggered = episodeTriggersReflection(
            { ...rule, reflectEveryEpisodes: every },
            { outcome, toolCalls, ordinal },
          );
          const quietRun = outcome !== 'failure' && toolCalls < rule.reflectMinToolCalls;
          expect(triggered).toBe(quietRun ? Number.isInteger(ordinal / every) : true);
        },
      ),
    );
  });
});

describe('feedback triggers reflection', () => {
  it('when its score is below one half', () => {
    expect(feedbackTriggersReflection({ score: 0.49 })).toBe(true);
    expect(feedbackTriggersReflection({ score: 0.5 })).toBe(false);
  });

  it('when it has a comment or a correction, and not when these are blank', () => {
    expect(feedbackTriggersReflection({ score: 1, comment: 'well done' })).toBe(true);
    expect(feedbackTriggersReflection({ score: 1, correction: 'say thanks' })).toBe(true);
    expect(feedbackTriggersReflection({ score: 1, comment: ' ', correction: null })).toBe(false);
  });
});

/** A verdict counts only in agreement with the outcome, once a run, and can always be taken back exactly. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseCounters,
  confirmVerdicts,
  countableVerdicts,
  type RuleEffect,
  type Tally,
  tallyChanges,
  VERDICT_COUNTERS,
  withRecorded,
} from './rule-verdicts.ts';

const WORDS: RuleEffect[] = ['helpful', 'harmful', 'neutral'];

const NOTHING = { helpful: 0, harmful: 0, neutral: 0, followed: 0, broken: 0, followed_failed: 0 };

const anyTally: fc.Arbitrary<Tally> = fc.record({
  reward: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  verdicts: fc.uniqueArray(
    fc.record({
      bullet: fc.constantFrom('bl_1', 'bl_2', 'bl_3'),
      verdict: fc.constantFrom(...WORDS, 'followed' as const, 'broken' as const),
    }),
    { selector: ({ bullet, verdict }) => `${bullet} ${WORDS.includes(verdict as RuleEffect)}` },
  ),
});

describe('a verdict', () => {
  it('moves helpful where the run went well and harmful where it did not, else neutral', () => {
    expect(chooseCounters({ verdict: 'helpful' }, 1)).toEqual(['helpful']);
    expect(chooseCounters({ verdict: 'helpful' }, 0.5)).toEqual(['helpful']);
    expect(chooseCounters({ verdict: 'helpful' }, 0.49)).toEqual(['neutral']);
    expect(chooseCounters({ verdict: 'harmful' }, 0.49)).toEqual(['harmful']);
    expect(chooseCounters({ verdict: 'harmful' }, 0.5)).toEqual(['neutral']);
    expect(chooseCounters({ verdict: 'neutral' }, 0)).toEqual(['neutral']);
  });

  it('moves harmful where feedback confirms it, though a verification says that the run went well', () => {
    const said = WORDS.map((verdict) => ({ bullet: `bl_${verdict}`, verdict }));
    const counters = (score: number | null, reward: number | null) =>
      confirmVerdicts(said, score).flatMap((verdict) => chooseCounters(verdict, reward));
    expect(counters(0.2, 1)).toEqual(['helpful', 'harmful', 'neutral']);
    expect(counters(0.5, 1)).toEqual(['helpful', 'neutral', 'neutral']);
    expect(counters(null, 1)).toEqual(['helpful', 'neutral', 'neutral']);
    expect(counters(0.2, null)).toEqual(['neutral', 'neutral', 'neutral']);
  });

  it('is confirmed by the latest feedback only', () => {
    const confirmed = confirmVerdicts([{ bullet: 'bl_1', verdict: 'harmful' }], 0);
    expect(confirmVerdicts(confirmed, 1)).toEqual([{ bullet: 'bl_1', verdict: 'harmful' }]);
  });

  it('is dropped where the run was not served the rule', () => {
    expect(
      countableVerdicts({ served: ['bl_1'], shown: [] }, [{ bullet: 'bl_2', verdict: 'helpful' }]),
    ).toEqual([]);
  });

  it('counts once however often it is repeated, and as neutral where it contradicts itself', () => {
    const tags = [
      { bullet: 'bl_1', verdict: 'helpful' },
      { bullet: 'bl_1', verdict: 'helpful' },
      { bullet: 'bl_2', verdict: 'helpful' },
      { bullet: 'bl_2', verdict: 'harmful' },
      { bullet: 'bl_2', verdict: 'harmful' },
    ] as const;
    expect(countableVerdicts({ served: ['bl_1', 'bl_2'], shown: [] }, tags)).toEqual([
      { bullet: 'bl_1', verdict: 'helpful' },
      { bullet: 'bl_2', verdict: 'neutral' },
    ]);
  });
});

describe('whether a rule was followed', () => {
  const tags = [
    { bullet: 'bl_1', verdict: 'neutral', followed: true },
    { bullet: 'bl_2', verdict: 'neutral', followed: true },
    { bullet: 'bl_2', verdict: 'neutral', followed: false },
    { bullet: 'bl_3', verdict: 'neutral', followed: false },
  ] as const;
  const served = ['bl_1', 'bl_2', 'bl_3'];
  const adherences = (shown: string[]) =>
    countableVerdicts({ served, shown }, tags).filter(({ verdict }) => verdict !== 'neutral');

  it('counts for rules that were shown before a call, where the model does not contradict itself', () => {
    expect(adherences([])).toEqual([]);
    expect(adherences(served)).toEqual([
      { bullet: 'bl_1', verdict: 'followed' },
      { bullet: 'bl_3', verdict: 'broken' },
    ]);
  });

  it('is what the calls show, whatever a model says, before or after', () => {
    const recorded = [{ bullet: 'bl_1', verdict: 'broken', isRecorded: true }] as const;
    const both = [...recorded, { bullet: 'bl_3', verdict: 'broken' }] as const;
    expect(withRecorded(recorded, adherences(served))).toEqual(both);
    expect(withRecorded(recorded, both)).toEqual(both);
    expect(withRecorded([], both)).toEqual([{ bullet: 'bl_3', verdict: 'broken' }]);
  });

  it('counts without a reward, and as a failure of the rule where the run failed', () => {
    const counters = (reward: number | null) => chooseCounters({ verdict: 'followed' }, reward);
    expect([null, 1, 0].map(counters)).toEqual([['followed'], ['followed'], ['followed', 'followed_failed']]);
    expect(chooseCounters({ verdict: 'broken' }, 0)).toEqual(['broken']);
  });
});

describe('replacing a tally', () => {
  const NONE: Tally = { verdicts: [], reward: null };

  it('moves a verdict to the counter that a later reward calls for', () => {
    const verdicts = [{ bullet: 'bl_1', verdict: 'harmful' }] as const;
    const steps = tallyChanges({ verdicts, reward: 0 }, { verdicts, reward: 1 });
    expect([...steps]).toEqual([['bl_1', { ...NOTHING, harmful: -1, neutral: 1 }]]);
  });

  it('gives the same counters by every way to the last tally', () => {
    const sum = (steps: ReturnType<typeof tallyChanges>[], bullet: string) =>
      VERDICT_COUNTERS.map((counter) =>
        steps.reduce((total, step) => total + (step.get(bullet) ?? NOTHING)[counter], 0),
      );
    fc.assert(
      fc.property(anyTally, anyTally, anyTally, (first, second, last) => {
        for (const bullet of ['bl_1', 'bl_2', 'bl_3']) {
          const stepwise = [
            tallyChanges(NONE, first),
            tallyChanges(first, second),
            tallyChanges(second, last),
          ];
          expect(sum(stepwise, bullet)).toEqual(sum([tallyChanges(NONE, last)], bullet));
        }
      }),
    );
  });
});

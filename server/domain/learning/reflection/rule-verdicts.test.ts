/** A verdict counts only in agreement with the outcome, once a run, and can always be taken back exactly. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseCounter,
  confirmVerdicts,
  countableVerdicts,
  type RuleEffect,
  type Tally,
  tallyChanges,
} from './rule-verdicts.ts';

const WORDS: RuleEffect[] = ['helpful', 'harmful', 'neutral'];

const anyTally: fc.Arbitrary<Tally> = fc.record({
  reward: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  verdicts: fc.uniqueArray(
    fc.record({ bullet: fc.constantFrom('bl_1', 'bl_2', 'bl_3'), verdict: fc.constantFrom(...WORDS) }),
    { selector: ({ bullet }) => bullet },
  ),
});

describe('a verdict', () => {
  it('moves helpful where the run went well and harmful where it did not, else neutral', () => {
    expect(chooseCounter({ verdict: 'helpful' }, 1)).toBe('helpful');
    expect(chooseCounter({ verdict: 'helpful' }, 0.5)).toBe('helpful');
    expect(chooseCounter({ verdict: 'helpful' }, 0.49)).toBe('neutral');
    expect(chooseCounter({ verdict: 'harmful' }, 0.49)).toBe('harmful');
    expect(chooseCounter({ verdict: 'harmful' }, 0.5)).toBe('neutral');
    expect(chooseCounter({ verdict: 'neutral' }, 0)).toBe('neutral');
  });

  it.each(WORDS)('moves neither where nobody knows how the run went: %j', (word) => {
    expect(chooseCounter({ verdict: word }, null)).toBe('neutral');
  });

  it('moves harmful where feedback confirms it, though a verification says that the run went well', () => {
    const said = WORDS.map((verdict) => ({ bullet: `bl_${verdict}`, verdict }));
    const counters = (score: number | null, reward: number | null) =>
      confirmVerdicts(said, score).map((verdict) => chooseCounter(verdict, reward));
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
    expect(countableVerdicts(['bl_1'], [{ bullet: 'bl_2', verdict: 'helpful' }])).toEqual([]);
  });

  it('counts once however often it is repeated, and as neutral where it contradicts itself', () => {
    const tags = [
      { bullet: 'bl_1', verdict: 'helpful' },
      { bullet: 'bl_1', verdict: 'helpful' },
      { bullet: 'bl_2', verdict: 'helpful' },
      { bullet: 'bl_2', verdict: 'harmful' },
      { bullet: 'bl_2', verdict: 'harmful' },
    ] as const;
    expect(countableVerdicts(['bl_1', 'bl_2'], tags)).toEqual([
      { bullet: 'bl_1', verdict: 'helpful' },
      { bullet: 'bl_2', verdict: 'neutral' },
    ]);
  });
});

describe('replacing a tally', () => {
  const NONE: Tally = { verdicts: [], reward: null };

  it('moves a verdict to the counter that a later reward calls for', () => {
    const verdicts = [{ bullet: 'bl_1', verdict: 'harmful' }] as const;
    const steps = tallyChanges({ verdicts, reward: 0 }, { verdicts, reward: 1 });
    expect([...steps]).toEqual([['bl_1', { helpful: 0, harmful: -1, neutral: 1 }]]);
  });

  it('changes nothing where nothing changes', () => {
    fc.assert(
      fc.property(anyTally, (tally) => {
        expect(tallyChanges(tally, tally).size).toBe(0);
      }),
    );
  });

  it('gives the same counters by every way to the last tally', () => {
    const sum = (steps: ReturnType<typeof tallyChanges>[], bullet: string) =>
      steps.reduce(
        (total, step) => {
          const { helpful, harmful, neutral } = step.get(bullet) ?? { helpful: 0, harmful: 0, neutral: 0 };
          return [total[0] + helpful, total[1] + harmful, total[2] + neutral] as const;
        },
        [0, 0, 0] as readonly [number, number, number],
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

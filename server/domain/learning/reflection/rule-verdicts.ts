/**
 * What a model says of the rules that a run was served, and what of it counts. A model that likes a rule
 * proves nothing: its verdict moves `helpful` or `harmful` only where the run's reward says the same, and is
 * `neutral` otherwise. Feedback that calls a run bad also confirms `harmful`, even where a verification decides the
 * reward: a test that passed does not show that the user got what they wanted.
 */

/** What a model may say of a rule that was served. */
export type RuleEffect = 'helpful' | 'harmful' | 'neutral';

export interface RuleVerdict {
  readonly bullet: string;
  readonly verdict: RuleEffect;
  /** Set where the run's latest feedback confirms that the rule was harmful, whatever decides the reward. */
  readonly isConfirmed?: true;
}

/** What to add to a rule's counters. */
export interface TallyStep {
  readonly helpful: number;
  readonly harmful: number;
  readonly neutral: number;
}

/** From this reward on a run went well. */
const WENT_WELL = 0.5;

/** Which counter a verdict moves, given the run's reward (null where nobody knows how it went). */
export function chooseCounter(
  { verdict, isConfirmed }: Omit<RuleVerdict, 'bullet'>,
  reward: number | null,
): RuleEffect {
  if (reward === null || verdict === 'neutral') return 'neutral';
  const agrees = verdict === 'helpful' ? reward >= WENT_WELL : reward < WENT_WELL || isConfirmed === true;
  return agrees ? verdict : 'neutral';
}

/** The verdicts as the run's latest feedback leaves them; a score of null is no feedback. */
export function confirmVerdicts(verdicts: readonly RuleVerdict[], score: number | null): RuleVerdict[] {
  const isBad = score !== null && score < WENT_WELL;
  return verdicts.map(({ bullet, verdict }) =>
    isBad && verdict === 'harmful' ? { bullet, verdict, isConfirmed: true } : { bullet, verdict },
  );
}

/**
 * The verdicts that may count: on rules that the run was served, one a rule. A model that calls a rule both
 * helpful and harmful has said nothing.
 */
export function countableVerdicts(served: readonly string[], tags: readonly RuleVerdict[]): RuleVerdict[] {
  const effects = new Map<string, RuleEffect>();
  for (const { bullet, verdict } of tags) {
    if (!served.includes(bullet)) continue;
    const before = effects.get(bullet);
    effects.set(bullet, before === undefined || before === verdict ? verdict : 'neutral');
  }
  return [...effects].map(([bullet, verdict]) => ({ bullet, verdict }));
}

/** Verdicts of one run together with the reward they are held against. */
export interface Tally {
  readonly verdicts: readonly RuleVerdict[];
  readonly reward: number | null;
}

/**
 * What replacing a run's tally adds to each rule's counters. Rules whose counters stay are left out, so that
 * giving the same tally again changes nothing.
 */
export function tallyChanges(before: Tally, after: Tally): Map<string, TallyStep> {
  const steps = new Map<string, TallyStep>();
  const count = ({ verdicts, reward }: Tally, by: number) => {
    for (const verdict of verdicts) {
      const step = steps.get(verdict.bullet) ?? { helpful: 0, harmful: 0, neutral: 0 };
      const counter = chooseCounter(verdict, reward);
      steps.set(verdict.bullet, { ...step, [counter]: step[counter] + by });
    }
  };
  count(before, -1);
  count(after, 1);
  return new Map(
    [...steps].filter(([, { helpful, harmful, neutral }]) => helpful !== 0 || harmful !== 0 || neutral !== 0),
  );
}

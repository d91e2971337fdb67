/**
 * What a model says of the rules that a run was served, and what of it counts. A model that likes a rule
 * proves nothing: its verdict moves `helpful` or `harmful` only where the run's reward says the same, and is
 * `neutral` otherwise. Feedback that calls a run bad also confirms `harmful`, even where a verification decides the
 * reward: a test that passed does not show that the user got what they wanted.
 */

import type { Adherence } from '../../moments/was-followed.ts';

/** What a model may say of a rule that was served. */
export type RuleEffect = 'helpful' | 'harmful' | 'neutral';

export interface RuleVerdict {
  readonly bullet: string;
  /** Of a rule that was shown before a call also whether the run followed it: an entry of its own. */
  readonly verdict: RuleEffect | Adherence;
  /** Set where the run's latest feedback confirms that the rule was harmful, whatever decides the reward. */
  readonly isConfirmed?: true;
  /** Set where the calls of the run show it, so that no model can say otherwise. */
  readonly isRecorded?: true;
}

/** A rule's counters of verdicts. */
export const VERDICT_COUNTERS = [
  'helpful',
  'harmful',
  'neutral',
  'followed',
  'broken',
  'followed_failed',
] as const;
type VerdictCounter = (typeof VERDICT_COUNTERS)[number];

/** What to add to a rule's counters. */
export type TallyStep = Readonly<Record<VerdictCounter, number>>;

const NO_STEP: TallyStep = { helpful: 0, harmful: 0, neutral: 0, followed: 0, broken: 0, followed_failed: 0 };

/** From this reward on a run went well. */
const WENT_WELL = 0.5;

const isAdherence = (verdict: RuleVerdict['verdict']) => verdict === 'followed' || verdict === 'broken';

/** Which counters a verdict moves, given the run's reward (null where nobody knows how it went). */
export function chooseCounters(
  { verdict, isConfirmed }: Omit<RuleVerdict, 'bullet'>,
  reward: number | null,
): VerdictCounter[] {
  if (verdict === 'followed' && reward !== null && reward < WENT_WELL) return ['followed', 'followed_failed'];
  if (isAdherence(verdict)) return [verdict];
  if (reward === null || verdict === 'neutral') return ['neutral'];
  const agrees = verdict === 'helpful' ? reward >= WENT_WELL : reward < WENT_WELL || isConfirmed === true;
  return [agrees ? verdict : 'neutral'];
}

/** The verdicts as the run's latest feedback leaves them; a score of null is no feedback. */
export function confirmVerdicts(verdicts: readonly RuleVerdict[], score: number | null): RuleVerdict[] {
  const isBad = score !== null && score < WENT_WELL;
  return verdicts.map(({ isConfirmed: _, ...verdict }) =>
    isBad && verdict.verdict === 'harmful' ? { ...verdict, isConfirmed: true } : verdict,
  );
}

/** What a model said beside what the calls of the run show. On whether a rule was followed the calls decide. */
export function withRecorded(recorded: readonly RuleVerdict[], said: readonly RuleVerdict[]): RuleVerdict[] {
  const decided = new Set(recorded.map(({ bullet }) => bullet));
  const isOpen = ({ bullet, verdict }: RuleVerdict) => !(isAdherence(verdict) && decided.has(bullet));
  return [...recorded, ...said.filter((verdict) => verdict.isRecorded !== true && isOpen(verdict))];
}

/** What a model says of a rule. `followed` is null where it cannot tell. */
interface RuleTag {
  readonly bullet: string;
  readonly verdict: RuleEffect;
  readonly followed?: boolean | null | undefined;
}

/**
 * The verdicts that may count: on rules that the run was served, one a rule, and on whether it followed those of them that it
 * was shown before a call. A model that calls a rule both helpful and harmful, or followed and broken, has said nothing.
 */
export function countableVerdicts(
  { served, shown }: { served: readonly string[]; shown: readonly string[] },
  tags: readonly RuleTag[],
): RuleVerdict[] {
  const effects = new Map<string, RuleEffect>();
  const followed = new Map<string, Adherence | null>();
  for (const { bullet, verdict, followed: isFollowed = null } of tags) {
    if (!served.includes(bullet)) continue;
    const before = effects.get(bullet);
    effects.set(bullet, before === undefined || before === verdict ? verdict : 'neutral');
    if (isFollowed === null || !shown.includes(bullet)) continue;
    const adherence = isFollowed ? 'followed' : 'broken';
    followed.set(bullet, (followed.get(bullet) ?? adherence) === adherence ? adherence : null);
  }
  return [...effects, ...followed].flatMap(([bullet, verdict]) =>
    verdict === null ? [] : [{ bullet, verdict }],
  );
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
      for (const counter of chooseCounters(verdict, reward)) {
        const step = steps.get(verdict.bullet) ?? NO_STEP;
        steps.set(verdict.bullet, { ...step, [counter]: step[counter] + by });
      }
    }
  };
  count(before, -1);
  count(after, 1);
  return new Map([...steps].filter(([, step]) => Object.values(step).some((by) => by !== 0)));
}

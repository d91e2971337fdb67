/**
 * Which of the measured skills a session goes without. A session goes without one at most, keeps its draw in every process,
 * and the probability of each choice is known exactly.
 */
import type { LiftPart } from '../measurement/skill-lift.ts';
import { drawUnit } from './holdout.ts';

/** `unit` is what keeps its draw: a session, without one a user, else a recall. */
type HoldbackDraw = {
  readonly tenant: string;
  readonly agentId: string;
  readonly unit: string;
  /** The measured skills that would be served, with the share of sessions that go without each. */
  readonly candidates: readonly { readonly id: string; readonly share: number }[];
};

/** `probabilities` are those with which each candidate is held back, by id. */
type Holdback = {
  readonly heldBack: string | null;
  readonly probabilities: ReadonlyMap<string, number>;
};

/** So many sessions at most go without a skill, however many are measured at once: the shares give way in proportion. */
const MOST_HELD_BACK = 0.5;

/**
 * The choice is a race of exponential clocks with the shares as rates, one for each session and skill (Efraimidis and
 * Spirakis, "Weighted random sampling with a reservoir", 2006). So a session whose recalls find different
 * skills goes without the same one as long as that is among them.
 */
export function drawHoldback({ tenant, agentId, unit, candidates }: HoldbackDraw): Holdback {
  const sum = candidates.reduce((all, { share }) => all + share, 0);
  const scale = Math.min(1, MOST_HELD_BACK / sum);
  const probabilities = new Map(candidates.map(({ id, share }) => [id, share * scale]));
  if (drawUnit('holdback', tenant, agentId, unit) >= sum * scale) return { heldBack: null, probabilities };
  let heldBack: string | null = null;
  let first = Number.POSITIVE_INFINITY;
  for (const { id, share } of candidates) {
    const time = -Math.log(1 - drawUnit('held back', tenant, agentId, unit, id)) / share;
    if (time < first) [heldBack, first] = [id, time];
  }
  return { heldBack, probabilities };
}

/** What a recorded recall says of a skill. `holdbackProbability` is null where it could not have been held back. */
type RecalledSkill = {
  readonly id: string;
  readonly reason: string;
  readonly holdbackProbability: number | null;
};

/**
 * What a run tells about the lift of skills: kept with its episode, so that a corrected reward corrects what
 * was credited from it. `rate` is the probability that any of them was held back.
 */
export type HoldbackPart = {
  readonly unit: string;
  readonly rate: number;
  readonly skills: readonly {
    readonly id: string;
    readonly part: LiftPart;
    readonly probability: number;
  }[];
};

/** The reason of a skill that was held back. */
export const HELD_BACK = 'held_back';

/** What a run with this recall tells; null where no skill could have been held back. */
export function holdbackPart(unit: string, recalled: readonly RecalledSkill[]): HoldbackPart | null {
  const eligible = recalled.flatMap(({ holdbackProbability: probability, ...skill }) =>
    probability === null ? [] : [{ ...skill, probability }],
  );
  if (eligible.length === 0) return null;
  const isHolding = eligible.some(({ reason }) => reason === HELD_BACK);
  const partOf = (reason: string): LiftPart => {
    if (!isHolding) return 'served';
    return reason === HELD_BACK ? 'held_back' : 'other_held_back';
  };
  return {
    unit,
    rate: eligible.reduce((sum, { probability }) => sum + probability, 0),
    skills: eligible.map(({ id, reason, probability }) => ({ id, probability, part: partOf(reason) })),
  };
}

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

/**
 * A race of exponential clocks, one for each session and skill (Efraimidis and Spirakis, "Weighted random sampling with a
 * reservoir", 2006): the first to ring before the end is held back. So a session whose recalls find different skills goes
 * without the same one as long as that is among them. A single skill gets exactly its share; of several each gets a little
 * less, and together at most half of the sessions.
 */
export function drawHoldback({ tenant, agentId, unit, candidates }: HoldbackDraw): Holdback {
  const clocks = candidates.map(({ id, share }) => ({ id, rate: -Math.log1p(-share) }));
  const total = clocks.reduce((sum, { rate }) => sum + rate, 0);
  const end = Math.min(1, Math.LN2 / total);
  const held = -Math.expm1(-total * end);
  let heldBack: string | null = null;
  let first = end;
  for (const { id, rate } of clocks) {
    const time = -Math.log1p(-drawUnit('held back', tenant, agentId, unit, id)) / rate;
    if (time < first) [heldBack, first] = [id, time];
  }
  return { heldBack, probabilities: new Map(clocks.map(({ id, rate }) => [id, (held * rate) / total])) };
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

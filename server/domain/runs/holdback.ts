/**
 * Which skill a session goes without, so that the lift of each skill can be measured. In a share of the
 * sessions exactly one of the skills that would be served is held back. The session keeps its draw in every
 * process, and the probability of each choice is known exactly.
 */
import type { LiftPart } from '../measurement/skill-lift.ts';
import { drawUnit } from './holdout.ts';

/**
 * A skill that may be held back, with the evidence (summed strength) that is known of it. `share` is that of the sessions that
 * go without it while it is measured by itself.
 */
type Candidate = { readonly id: string; readonly evidence: number; readonly share?: number };

/** `unit` is what keeps its draw: a session, without one a user, else a recall. `rate` is a share of 1. */
type HoldbackDraw = {
  readonly tenant: string;
  readonly agentId: string;
  readonly unit: string;
  readonly rate: number;
  readonly candidates: readonly Candidate[];
};

/** `probabilities` are those with which each candidate is held back, by id. */
export type Holdback = {
  readonly heldBack: string | null;
  readonly probabilities: ReadonlyMap<string, number>;
};

/** So many sessions at most go without a skill, however many are measured at once: the shares give way in proportion. */
const MOST_HELD_BACK = 0.5;

/** Evidence below which two skills are about equally short of it. */
const LITTLE_EVIDENCE = 25;

/**
 * Draws whether the session goes without a skill, and which: candidate i with probability
 * rate · wᵢ / Σ w, where w = 1 / √(25 + evidence) leans to skills that are short of evidence, or with its own
 * share where that is more.
 *
 * The choice is a race of exponential clocks with these rates, one for each session and skill (Efraimidis and
 * Spirakis, "Weighted random sampling with a reservoir", 2006). So a session whose recalls find different
 * skills goes without the same one as long as that is among them.
 */
export function drawHoldback({ tenant, agentId, unit, rate, candidates }: HoldbackDraw): Holdback {
  const weights = candidates.map(({ evidence }) => 1 / Math.sqrt(LITTLE_EVIDENCE + Math.max(0, evidence)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const wanted = candidates.map(({ share = 0 }, place) =>
    Math.max(share, (rate * (weights[place] ?? 0)) / total),
  );
  const sum = wanted.reduce((all, probability) => all + probability, 0);
  const scale = Math.min(1, MOST_HELD_BACK / sum);
  const probabilities = new Map(candidates.map(({ id }, place) => [id, (wanted[place] ?? 0) * scale]));
  if (drawUnit('holdback', tenant, agentId, unit) >= sum * scale) return { heldBack: null, probabilities };
  let heldBack: string | null = null;
  let first = Number.POSITIVE_INFINITY;
  for (const [place, { id }] of candidates.entries()) {
    const draw = drawUnit('held back', tenant, agentId, unit, id);
    const time = -Math.log(1 - draw) / (wanted[place] ?? 0);
    if (time < first) [heldBack, first] = [id, time];
  }
  return { heldBack, probabilities };
}

/** What a recorded recall says of a skill. `holdbackProbability` is null where it could not have been held back. */
type RecalledSkill = {
  readonly id: string;
  readonly reason: string;
  readonly holdbackProbability: number | null;
  readonly characters: number | null;
};

/**
 * What a run tells about the lift of skills: kept with its episode, so that a corrected reward corrects what
 * was credited from it. `characters` is how long the skill's text is as it is served.
 */
export type HoldbackPart = {
  readonly unit: string;
  readonly rate: number;
  readonly skills: readonly {
    readonly id: string;
    readonly part: LiftPart;
    readonly probability: number;
    readonly characters: number;
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
    skills: eligible.map(({ id, reason, probability, characters }) => ({
      ...{ id, probability, part: partOf(reason), characters: characters ?? 0 },
    })),
  };
}

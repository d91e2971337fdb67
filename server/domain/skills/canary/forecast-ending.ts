/**
 * How much more evidence a canary takes: many are played to their end, from what is known now, with the functions
 * that serve and judge. Always with the same chance, so that the same state gives the same figures.
 */

import type { Interval } from '../../measurement/beta.ts';
import type { EvidenceNeeded } from '../../measurement/when-known.ts';
import { drawNormal, seededRandom } from '../../seeded-random.ts';
import { type ArmEvidence, candidateBetter, candidatePropensity, RunningArms } from './arm.ts';
import { looksReached } from './calibrated.ts';
import { DrawnMeasures, type GuardedRuns } from './drawn-measures.ts';
import { type CanaryPace, successVerdict } from './forecast.ts';
import { evenChance, guardedVerdict } from './guarded-verdict.ts';

/** By how much a change moves success: before a run was seen, in two of three cases by less. */
const USUAL_CHANGE = 0.1;
/** Where a boundary is not computed yet: about that of the usual settings. */
const USUAL_BOUNDARY = 1.9;
const LEAST_RATE = 0.01;
const DRAWN = 2000;
const PLAYED = 150;
const SEED = 20_261_123;
/** Evidence at which a canary that nothing ends is left. */
const FARTHEST = 100_000;

type EndingState = Omit<CanaryPace, 'evidencePerDay' | 'guarded'> & {
  /** Between which the success of the present text lies, by what was known of the skill when it began. */
  readonly rates: Interval;
  /** Null where it has no guardrails. */
  readonly guarded: GuardedRuns | null;
};

/** The further evidence until a verdict, of both arms together. */
export function forecastEnding(state: EndingState): EvidenceNeeded {
  const random = seededRandom(SEED);
  const boundary = state.boundary ?? USUAL_BOUNDARY;
  const better = candidateBetter(state.evidence);
  const ends = drawRates(state, random).map((rates) =>
    simulateUntilEnd({ ...state, boundary, better }, rates, random),
  );
  ends.sort((a, b) => a - b);
  const at = (share: number) => ends[Math.min(ends.length - 1, Math.floor(share * ends.length))] ?? 0;
  return { low: at(0.1), middle: at(0.5), high: at(0.9) };
}

type Rates = { readonly incumbent: number; readonly candidate: number };

/** Pairs of success rates as the evidence leaves them likely: drawn from what was known before, kept by likelihood. */
function drawRates({ rates: [low, high], evidence }: EndingState, random: () => number): Rates[] {
  const drawn = Array.from({ length: DRAWN }, (): Rates => {
    const incumbent = low + (high - low) * random();
    return { incumbent, candidate: within(incumbent + USUAL_CHANGE * drawNormal(random)) };
  });
  const logs = drawn.map((rates) => logLikelihood(rates, evidence));
  const most = logs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const weights = logs.map((log) => Math.exp(log - most));
  const step = weights.reduce((sum, weight) => sum + weight, 0) / PLAYED;
  const kept: Rates[] = [];
  let reached = 0;
  for (const [index, rates] of drawn.entries()) {
    reached += weights[index] ?? 0;
    while (kept.length < PLAYED && reached >= (kept.length + 0.5) * step) kept.push(rates);
  }
  return kept;
}

function logLikelihood(rates: Rates, { incumbent, candidate }: ArmEvidence): number {
  const ofArm = ({ weight, reward }: ArmEvidence['candidate'], rate: number) =>
    reward * Math.log(rate) + (weight - reward) * Math.log(1 - rate);
  return ofArm(incumbent, rates.incumbent) + ofArm(candidate, rates.candidate);
}

const within = (rate: number): number => Math.min(1 - LEAST_RATE, Math.max(LEAST_RATE, rate));

/** The evidence until a canary with these rates ends. */
function simulateUntilEnd(
  state: Omit<EndingState, 'rates'> & { readonly better: number },
  rates: Rates,
  random: () => number,
): number {
  const { bounds, guarded } = state;
  const arms = new RunningArms(state.evidence, state.better);
  const drawn = guarded && new DrawnMeasures(guarded, random);
  let { looksDone } = state;
  for (let further = 1; further < FARTHEST; further++) {
    const before = arms.evidence;
    const chance = (guarded && evenChance(before, bounds, arms.better)) ?? arms.better;
    const arm = random() < candidatePropensity(before, state, chance) ? 'candidate' : 'incumbent';
    arms.credit(arm, random() < rates[arm]);
    drawn?.add(arm);
    const { evidence, better } = arms;
    const success = successVerdict({ ...state, evidence, looksDone }, better);
    const verdict = guardedVerdict(success, { evidence, bounds, better, guarded: drawn });
    if (verdict.decision !== 'continue') return further;
    looksDone = Math.max(looksDone, looksReached(evidence, bounds));
  }
  return FARTHEST;
}

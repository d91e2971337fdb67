/**
 * Which arm of a canary a run is served. Each arm keeps a floor, so that evidence never dries up on either
 * side, and the rest follows the evidence. The propensity is exact and comes with the choice, because a
 * trustworthy verdict has to know the probability with which each unit of evidence came about.
 */

import { betaPosterior, type Evidence, logNormaliser, NO_EVIDENCE } from '../../measurement/beta.ts';
import { probabilityBetter } from '../../measurement/difference.ts';
import type { CanaryRule } from './rules.ts';

/** The current version and the one on trial. */
export type Arm = 'incumbent' | 'candidate';

/** What was credited to either arm since the canary began; both begin without history. */
export type ArmEvidence = { readonly [arm in Arm]: Evidence };

export const NO_ARM_EVIDENCE: ArmEvidence = { incumbent: NO_EVIDENCE, candidate: NO_EVIDENCE };

/** P(the candidate's success rate is higher), exactly, under independent Beta(1, 1) priors. */
export function candidateBetter({ incumbent, candidate }: ArmEvidence): number {
  return probabilityBetter(betaPosterior(incumbent), betaPosterior(candidate));
}

/** How a canary serves: the floor of each arm, and the rule that decides it. */
export type Serving = { readonly floor: number; readonly rule: CanaryRule };

/** The most that the calibrated rule serves of a candidate: half, until it is decided. */
const CALIBRATED_SHARE = 0.5;

/**
 * The probability of serving the candidate: floor + (1 − 2·floor)·P(candidate better). In law it is the same
 * as "with probability floor the candidate, with the same probability the incumbent, otherwise Thompson
 * sampling", because Thompson sampling serves an arm with the probability that it is the better one. `floor`
 * lies in [0, 0.5]; `better` is candidateBetter(evidence), for callers who know it already.
 *
 * Under the calibrated rule it is at most a half. Thompson sampling starves the arm in force once the candidate
 * looks better, and a comparison is as sure as its smaller arm: with 300 runs of the candidate a single test at
 * the end finds 10 points more than 0.5 in 53 % that way, and in 78 % where half is the most.
 */
export function candidatePropensity(
  evidence: ArmEvidence,
  { floor, rule }: Serving,
  better = candidateBetter(evidence),
): number {
  const share = floor + (1 - 2 * floor) * better;
  return rule === 'calibrated' ? Math.min(CALIBRATED_SHARE, share) : share;
}

/** An arm and its propensity: the probability with which it was chosen. */
export type Assignment = { readonly arm: Arm; readonly propensity: number };

/**
 * Chooses by `draw`, uniform in [0, 1): a hash of experiment and session or user where the choice is to be
 * repeatable, chance where it is not. The same evidence and draw always give the same arm.
 */
export function chooseArm(
  evidence: ArmEvidence,
  serving: Serving,
  draw: number,
  better = candidateBetter(evidence),
): Assignment {
  const propensity = candidatePropensity(evidence, serving, better);
  if (draw < propensity) return { arm: 'candidate', propensity };
  return { arm: 'incumbent', propensity: 1 - propensity };
}

/**
 * The evidence of a canary's arms that keeps P(candidate better) up to date. Simulations look after every one
 * of millions of episodes; with whole rewards the exact probability moves by a closed form, so that they need
 * not integrate again each time and yet decide by the same numbers as the service.
 */
type Counts = { successes: number; failures: number };

/** P(candidate better) without evidence. */
const EVEN = 0.5;

/** Shapes under the Beta(1, 1) prior. */
const shapes = ({ successes, failures }: Counts) => ({ a: successes + 1, b: failures + 1 });

/**
 * With g = P(B > A) for A ~ Beta(a, b), B ~ Beta(c, d) and h = B(a + c, b + d) /
 * (B(a, b)·B(c, d)), one more failure of A raises g by h/b, one more success lowers it by h/a, one more
 * success of B raises it by h/c, one more failure lowers it by h/d (John D. Cook, "Exact calculation of Beta
 * inequalities", 2005, from integration by parts).
 */
export class RunningArms {
  private readonly counts: { [arm in Arm]: Counts };
  private probability: number;
  private h: number;

  /** `better` is candidateBetter(start), for callers who know it already. */
  constructor(
    start: ArmEvidence = NO_ARM_EVIDENCE,
    better = start === NO_ARM_EVIDENCE ? EVEN : candidateBetter(start),
  ) {
    const counts = ({ weight, reward }: Evidence): Counts => ({
      successes: reward,
      failures: weight - reward,
    });
    this.counts = { incumbent: counts(start.incumbent), candidate: counts(start.candidate) };
    this.probability = better;
    const [own, other] = [betaPosterior(start.incumbent), betaPosterior(start.candidate)];
    const both = { a: own.a + other.a, b: own.b + other.b };
    this.h = Math.exp(logNormaliser(both) - logNormaliser(own) - logNormaliser(other));
  }

  /** P(candidate better), the same as candidateBetter(evidence) but for rounding. */
  get better(): number {
    return this.probability;
  }

  /** As the verdicts take it. */
  get evidence(): ArmEvidence {
    const { incumbent, candidate } = this.counts;
    return {
      incumbent: { weight: incumbent.successes + incumbent.failures, reward: incumbent.successes },
      candidate: { weight: candidate.successes + candidate.failures, reward: candidate.successes },
    };
  }

  /** Credits one episode of full strength. */
  credit(arm: Arm, success: boolean): void {
    const own = shapes(this.counts[arm]);
    const other = shapes(this.counts[arm === 'candidate' ? 'incumbent' : 'candidate']);
    const gained = success === (arm === 'candidate');
    const [shape, pooled] = success ? [own.a, own.a + other.a] : [own.b, own.b + other.b];
    const change = this.h / shape;
    this.probability += gained ? change : -change;
    const total = own.a + own.b;
    this.h *= (pooled * total) / (shape * (total + other.a + other.b));
    if (success) this.counts[arm].successes += 1;
    else this.counts[arm].failures += 1;
  }
}

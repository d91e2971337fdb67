/** What people are shown about a running canary: when it is decided next, what the verdict is worth, and about when it comes. */
import { betaPosterior, type Interval, mean, variance } from '../../measurement/beta.ts';
import { type ArmEvidence, candidateBetter, candidatePropensity } from './arm.ts';
import { boundaryAt, looksReached, nextLook } from './calibrated.ts';
import { type CanaryRule, RULE_NOTES } from './rules.ts';
import {
  type CanaryBounds,
  type CanaryVerdict,
  CONTINUE,
  exhausted,
  posteriorVerdict,
  smallerArm,
} from './verdict.ts';

type CanaryState = {
  readonly evidence: ArmEvidence;
  readonly bounds: CanaryBounds;
  readonly rule: CanaryRule;
  readonly looksDone: number;
};

/**
 * The evidence of the smaller arm at which a promotion can next be decided; null when every credit may
 * decide, as with the posterior rule once both arms have enough, and when no look is left.
 */
export function nextDecision({ evidence, bounds, rule, looksDone }: CanaryState): number | null {
  if (rule === 'calibrated') return nextLook(bounds, looksDone);
  return smallerArm(evidence) < bounds.minSamples ? bounds.minSamples : null;
}

/**
 * What a promotion by a rule is worth, in a sentence for people; `rates` are those that the boundary was
 * calibrated for.
 */
export function guaranteeFor(rule: CanaryRule, { threshold }: CanaryBounds, rates: Interval): string {
  if (rule === 'posterior') {
    return `The probability shown is not an error rate. ${RULE_NOTES.posterior}`;
  }
  const share = Number(((1 - threshold) * 100).toFixed(4));
  const [low, high] = rates.map((rate) => Math.round(rate * 100));
  return `Applies at most about ${share} % of changes that are no better, over all its looks together (calibrated by simulation for a skill that succeeds in ${low} to ${high} % of its runs, as this one's history says with room for change).`;
}

type CanaryPace = CanaryState & {
  readonly floor: number;
  /** c of the calibrated rule, or null before it is there. */
  readonly boundary: number | null;
};

/** How much the evidence grows from one imagined moment to the next. */
const PACE = 1.02;
/** Evidence beyond which no forecast is worth giving. */
const FARTHEST = 1e6;

/**
 * The further evidence of both arms until a verdict, if their success rates stay what they are now (posterior means) and
 * every further credit is as expected: a middle course, not a bound. Null where no end is in sight.
 */
export function expectedEvidence(pace: CanaryPace): number | null {
  const rates = {
    incumbent: mean(betaPosterior(pace.evidence.incumbent)),
    candidate: mean(betaPosterior(pace.evidence.candidate)),
  };
  let { evidence, looksDone } = pace;
  let further = 0;
  let better = candidateBetter(evidence);
  while (further < FARTHEST) {
    if (expectedVerdict({ ...pace, evidence, looksDone }, better).decision !== 'continue') return further;
    looksDone = Math.max(looksDone, looksReached(evidence, pace.bounds));
    const step = Math.max(1, (PACE - 1) * (evidence.incumbent.weight + evidence.candidate.weight));
    const share = candidatePropensity(evidence, pace, better);
    evidence = {
      incumbent: grown(evidence.incumbent, step * (1 - share), rates.incumbent),
      candidate: grown(evidence.candidate, step * share, rates.candidate),
    };
    further += step;
    better = aboutBetter(evidence);
  }
  return null;
}

const grown = ({ weight, reward }: ArmEvidence['candidate'], more: number, rate: number) => ({
  weight: weight + more,
  reward: reward + more * rate,
});

/** P(candidate better) as if both posteriors were normal: what has not happened yet needs no quadrature. */
export function aboutBetter({ incumbent, candidate }: ArmEvidence): number {
  const [a, b] = [betaPosterior(incumbent), betaPosterior(candidate)];
  return normalShare((mean(b) - mean(a)) / Math.sqrt(variance(a) + variance(b)));
}

/**
 * What the rule is expected to say. A statistic above its boundary is expected about when the posterior passes Φ of that, as
 * both measure the same difference in standard errors; and a promotion has to wait for a look.
 */
function expectedVerdict(
  { evidence, bounds, rule, looksDone, boundary }: CanaryPace,
  better: number,
): CanaryVerdict {
  const verdict = posteriorVerdict(evidence, bounds, better);
  if (rule === 'posterior' || verdict.decision !== 'promote') return verdict;
  const look = looksReached(evidence, bounds);
  const isPassed = look > looksDone && better >= normalShare(boundaryAt(look, bounds, boundary ?? 0));
  return isPassed ? verdict : (exhausted(evidence, bounds) ?? CONTINUE);
}

/** Φ(z) within 1e-7 (Abramowitz and Stegun 26.2.17). */
function normalShare(z: number): number {
  if (z < 0) return 1 - normalShare(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

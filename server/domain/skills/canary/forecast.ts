/**
 * What people are shown about a running canary: how large the effect may be, when the rule looks next, what
 * its verdict is worth, and about when it will come. All of it follows from the evidence; nothing here
 * decides.
 */
import {
  type Beta,
  betaDensity,
  betaPosterior,
  type Interval,
  interval,
  mean,
  variance,
} from '../../measurement/beta.ts';
import { differenceInterval } from '../../measurement/difference.ts';
import { normalShare } from '../../measurement/when-known.ts';
import { type Arm, type ArmEvidence, candidateBetter, candidatePropensity } from './arm.ts';
import { boundaryAt, looksReached, nextLook } from './calibrated.ts';
import { type GuardrailFacts, guardedVerdict } from './guarded-verdict.ts';
import type { ArmMeasures, MeasuredArms, Moments } from './measures.ts';
import { type CanaryRule, RULE_NOTES } from './rules.ts';
import {
  type CanaryBounds,
  type CanaryVerdict,
  CONTINUE,
  exhausted,
  posteriorVerdict,
  smallerArm,
} from './verdict.ts';

const LEVEL = 0.9;
/** How much the forecast's evidence grows from one imagined moment to the next. */
const PACE = 1.02;
/** Evidence beyond which no forecast is worth giving. */
const FARTHEST = 1e6;

/** The 90 % interval of the candidate's success rate minus the incumbent's, from the posteriors. */
export function effectInterval({ incumbent, candidate }: ArmEvidence): Interval {
  return differenceInterval(betaPosterior(incumbent), betaPosterior(candidate), LEVEL);
}

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

export type CanaryPace = CanaryState & {
  readonly floor: number;
  /** Summed strength credited to both arms a day, at present. */
  readonly evidencePerDay: number;
  /** c of the calibrated rule, or null before it is there. */
  readonly boundary: number | null;
  /** Its guardrails and what was measured so far; null where it has none. */
  readonly guarded: GuardrailFacts | null;
};

/**
 * Days until a verdict if traffic and both arms' success rates stay what they are now (posterior means), with
 * every further credit as expected: a middle course, not a bound. Null without traffic or when no end is in
 * sight. Expiry is not considered.
 */
export function expectedDays(pace: CanaryPace): number | null {
  if (!(pace.evidencePerDay > 0)) return null;
  const further = furtherEvidence(pace);
  return further === null ? null : further / pace.evidencePerDay;
}

/** The evidence until the verdict along the expected course. */
function furtherEvidence(pace: CanaryPace): number | null {
  const { bounds, guarded } = pace;
  const rates = {
    incumbent: mean(betaPosterior(pace.evidence.incumbent)),
    candidate: mean(betaPosterior(pace.evidence.candidate)),
  };
  let { evidence, looksDone } = pace;
  let further = 0;
  let better = candidateBetter(evidence);
  while (further < FARTHEST) {
    const course = guarded && {
      ...guarded,
      measures: grownMeasures(guarded.measures, pace.evidence, evidence),
    };
    const success = successVerdict({ ...pace, evidence, looksDone }, better);
    const verdict = guardedVerdict(success, { evidence, bounds, better, guarded: course });
    if (verdict.decision !== 'continue') return further;
    looksDone = Math.max(looksDone, looksReached(evidence, bounds));
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

/** P(candidate better) as if both posteriors were normal: what has not happened yet needs no quadrature. */
export function aboutBetter({ incumbent, candidate }: ArmEvidence): number {
  const [a, b] = [betaPosterior(incumbent), betaPosterior(candidate)];
  const z = (mean(b) - mean(a)) / Math.sqrt(variance(a) + variance(b));
  return z >= 0 ? normalShare(z) : 1 - normalShare(-z);
}

const grown = ({ weight, reward }: ArmEvidence['candidate'], more: number, rate: number) => ({
  weight: weight + more,
  reward: reward + more * rate,
});

/** What is measured once the evidence has grown, if further runs are as those so far were on average. */
function grownMeasures(measures: MeasuredArms, before: ArmEvidence, after: ArmEvidence): MeasuredArms {
  const times = (arm: ArmMeasures, factor: number): ArmMeasures => {
    const more = ({ n, sum, squares }: Moments) => ({
      n: n * factor,
      sum: sum * factor,
      squares: squares * factor,
    });
    const { duration, tool_errors, tool_calls, tokens, characters } = arm;
    return {
      ...{ duration: more(duration), tool_errors: more(tool_errors) },
      ...{ tool_calls: more(tool_calls), tokens: more(tokens), characters },
    };
  };
  const growth = (arm: Arm) => (before[arm].weight > 0 ? after[arm].weight / before[arm].weight : 1);
  return {
    incumbent: times(measures.incumbent, growth('incumbent')),
    candidate: times(measures.candidate, growth('candidate')),
  };
}

/**
 * What the rule is expected to say there of success. A statistic above its boundary is expected about when the posterior
 * passes Φ of that, as both measure the same difference in standard errors; and a promotion has to wait for a look.
 */
export function successVerdict(
  { evidence, bounds, rule, looksDone, boundary }: Omit<CanaryPace, 'evidencePerDay' | 'floor' | 'guarded'>,
  better: number,
): CanaryVerdict {
  const verdict = posteriorVerdict(evidence, bounds, better);
  if (rule === 'posterior' || verdict.decision !== 'promote') return verdict;
  const look = looksReached(evidence, bounds);
  const isPassed = look > looksDone && better >= normalShare(boundaryAt(look, bounds, boundary ?? 0));
  return isPassed ? verdict : (exhausted(evidence, bounds) ?? CONTINUE);
}

// A canary as it is drawn: both success rates, at the level that belongs to the threshold. One on one side is an
// equal-tailed interval of 2·threshold − 1.

/** The posterior of a success rate; `density` is [rate, density] from left to right. */
type RateFacts = { mean: number; interval: Interval; density: [number, number][] };

export type CanaryFacts = {
  /** Of all intervals here, between 0 and 1. */
  level: number;
  rates: Record<Arm, RateFacts>;
};

const USUAL_LEVEL = 0.9;
const POINTS = 120;

/** The level that matches a threshold; the usual one where the threshold leaves no interval. */
export function confidenceLevel({ threshold }: Pick<CanaryBounds, 'threshold'>): number {
  return threshold > 0.5 && threshold < 1 ? Number((2 * threshold - 1).toFixed(12)) : USUAL_LEVEL;
}

export function toPicture(evidence: ArmEvidence, bounds: CanaryBounds): CanaryFacts {
  const level = confidenceLevel(bounds);
  const incumbent = betaPosterior(evidence.incumbent);
  const candidate = betaPosterior(evidence.candidate);
  return {
    level,
    rates: { incumbent: toRate(incumbent, level), candidate: toRate(candidate, level) },
  };
}

function toRate(posterior: Beta, level: number): RateFacts {
  return {
    mean: mean(posterior),
    interval: interval(posterior, level),
    density: betaDensity(posterior, POINTS),
  };
}

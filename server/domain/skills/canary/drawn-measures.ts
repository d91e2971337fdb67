/**
 * How the runs of a canary may be measured from here on, where guardrails are set: drawn from what its runs, and the
 * skill's runs before it, told so far. For forecasts; nothing here decides.
 */
import { drawNormal } from '../../seeded-random.ts';
import type { Arm } from './arm.ts';
import type { GuardrailFacts } from './guarded-verdict.ts';
import type { GuardrailRules } from './guardrails.ts';
import {
  type MeasuredArms,
  type MeasureSums,
  type Moments,
  RUN_MEASURES,
  type RunMeasure,
} from './measures.ts';

/** By how much a candidate changes a measure, before a run was seen, in two of three cases by less: of the usual value. */
const USUAL_CHANGE = 0.1;
/** The same of the share of runs in which a tool fails, in shares of 1. */
const USUAL_SHARE_CHANGE = 0.03;
/** Runs from which a measure's spread is taken as known. */
const LEAST_RUNS = 2;

/** What is guarded, and what is known of it; `usual` are the sums of the skill's runs before the canary. */
export type GuardedRuns = GuardrailFacts & { readonly usual: MeasureSums };

type Sums = { n: number; sum: number; squares: number };

/** The runs that are drawn: a measure's mean with either text, its spread, and how many of the runs tell it. */
type DrawnRuns = {
  readonly measure: RunMeasure;
  readonly means: { readonly [arm in Arm]: number };
  readonly deviation: number;
  readonly reportedShare: number;
};

/**
 * The measures of one canary as it may go on: a true value of each guarded measure is drawn once for either arm, and
 * each further run around it. What no run told so far stays unknown.
 */
export class DrawnMeasures implements GuardrailFacts {
  readonly rules: GuardrailRules;
  private readonly arms: { readonly [arm in Arm]: Record<RunMeasure, Sums> & { characters: number } };
  private readonly courses: readonly DrawnRuns[];
  private readonly random: () => number;

  constructor({ rules, measures, usual }: GuardedRuns, random: () => number) {
    this.rules = rules;
    this.random = random;
    this.arms = { incumbent: copied(measures.incumbent), candidate: copied(measures.candidate) };
    const every = added(usual.tool_calls, measures.incumbent.tool_calls).n;
    this.courses = RUN_MEASURES.filter((measure) => rules.margins[measure] !== undefined).flatMap(
      (measure) => {
        const base = added(usual[measure], measures.incumbent[measure]);
        if (base.n < LEAST_RUNS) return [];
        const course = drawCourse(measure, { base, arms: measures, random });
        return [{ ...course, reportedShare: Math.min(1, base.n / Math.max(1, every)) }];
      },
    );
  }

  /** As the verdicts take them. */
  get measures(): MeasuredArms {
    return this.arms;
  }

  /** Draws one more run with this text. */
  add(arm: Arm): void {
    for (const { measure, means, deviation, reportedShare } of this.courses) {
      if (reportedShare < 1 && this.random() >= reportedShare) continue;
      const value =
        measure === 'tool_errors'
          ? Number(this.random() < means[arm])
          : means[arm] + deviation * drawNormal(this.random);
      const sums = this.arms[arm][measure];
      sums.n += 1;
      sums.sum += value;
      sums.squares += value * value;
    }
  }
}

/**
 * The true means of a measure, as likely as what was seen leaves them: the change is normal before a run was seen, and
 * so it is after (the product of two normal densities). `base` are all runs with the text in force.
 */
function drawCourse(
  measure: RunMeasure,
  { base, arms, random }: { base: Moments; arms: MeasuredArms; random: () => number },
): Omit<DrawnRuns, 'reportedShare'> {
  const mean = base.sum / base.n;
  const variance = Math.max(0, (base.squares - base.sum ** 2 / base.n) / (base.n - 1));
  const incumbent = mean + Math.sqrt(variance / base.n) * drawNormal(random);
  const prior = relativeChange(measure, mean) ** 2;
  const seen = arms.candidate[measure];
  const error = seen.n > 0 ? variance / base.n + variance / seen.n : Number.POSITIVE_INFINITY;
  const trust = prior + error > 0 && error < Number.POSITIVE_INFINITY ? prior / (prior + error) : 0;
  const expected = trust * (seen.n > 0 ? seen.sum / seen.n - mean : 0);
  const candidate = incumbent + expected + Math.sqrt(prior * (1 - trust)) * drawNormal(random);
  return { measure, means: { incumbent, candidate }, deviation: Math.sqrt(variance) };
}

/** Durations and tokens are logarithms: a difference is a share of the value. */
function relativeChange(measure: RunMeasure, mean: number): number {
  if (measure === 'tool_errors') return USUAL_SHARE_CHANGE;
  return measure === 'tool_calls' ? USUAL_CHANGE * mean : USUAL_CHANGE;
}

function added(one: Moments, other: Moments): Moments {
  return { n: one.n + other.n, sum: one.sum + other.sum, squares: one.squares + other.squares };
}

function copied({ duration, tool_errors, tool_calls, tokens, characters }: MeasuredArms[Arm]) {
  return {
    ...{ duration: { ...duration }, tool_errors: { ...tool_errors } },
    ...{ tool_calls: { ...tool_calls }, tokens: { ...tokens }, characters },
  };
}

/**
 * What a candidate may cost: its runs are compared with those of the text in force in what is measured beside
 * success, and it is promoted only where none of that is worse by more than a margin. All intervals hold at all
 * times at once, because a canary is judged after each run.
 */
import type { Evidence } from '../../measurement/beta.ts';
import { jointDeviations } from '../../measurement/martingale-bound.ts';
import type { Arm, ArmEvidence } from './arm.ts';
import { type MeasuredArms, type Moments, RUN_MEASURES, type RunMeasure } from './measures.ts';

/** What may be guarded, in the order in which it is shown and named. */
export const GUARDRAILS = [...RUN_MEASURES, 'size'] as const;
export type Guardrail = (typeof GUARDRAILS)[number];

/** By how much each may be worse: relative to the text in force, of `tool_errors` in shares of 1. */
export type Margins = { readonly [guardrail in Guardrail]?: number };

/** The settings of a canary's start; `cheaper` is the margin of success of the rule for cheaper candidates. */
export type GuardrailRules = { readonly margins: Margins; readonly cheaper: number | null };

const PART = /^\s*([a-z_]+)\s*:\s*(\d+(?:\.\d+)?)\s*$/;

/** What stands for no guardrail. */
export const NO_GUARDRAILS = 'off';

/** Reads `duration:0.2,tool_errors:0.05`; `off` is no margin. Undefined for what is not of that form. */
export function readMargins(text: string): Margins | undefined {
  const margins: { [guardrail in Guardrail]?: number } = {};
  if (text === NO_GUARDRAILS) return margins;
  for (const part of text.split(',')) {
    const [, name, margin] = PART.exec(part) ?? [];
    const guardrail = GUARDRAILS.find((known) => known === name);
    if (guardrail === undefined || margins[guardrail] !== undefined) return undefined;
    if (guardrail === 'tool_errors' && Number(margin) > 1) return undefined;
    margins[guardrail] = Number(margin);
  }
  return margins;
}

export type Comparison = {
  readonly guardrail: Guardrail;
  /**
   * How it is on average with either text: milliseconds and tokens by the geometric mean, the share of runs with a
   * tool error, tool calls a run, characters. Null where no run told it.
   */
  readonly values: { readonly [arm in Arm]: number | null };
  /** Runs that told it. Of the size there are none. */
  readonly runs: { readonly [arm in Arm]: number };
  /** The candidate's more than the incumbent's, as the margin is meant; null where either is not known. */
  readonly change: number | null;
  /** Its interval at all times at once; null where nothing is known of that side. */
  readonly low: number | null;
  readonly high: number | null;
  /** Null where it is not guarded. */
  readonly margin: number | null;
  /** Whether the change is surely within the margin, surely beyond it, or neither. Null where it is not guarded. */
  readonly stands: 'kept' | 'broken' | 'open' | null;
};

/** That an interval misses the truth, in any of the guardrails at any time. */
const ERROR = 0.1;
/** Runs of each arm from which on an interval, which holds in the limit of many, is told. */
const ENOUGH_RUNS = 10;

/** How candidate and incumbent compare in each guardrail. Those with a margin share the error evenly (Bonferroni). */
export function compareArms(arms: MeasuredArms, margins: Margins): Comparison[] {
  const guarded = RUN_MEASURES.filter((measure) => margins[measure] !== undefined).length;
  const error = ERROR / (guarded === 0 ? RUN_MEASURES.length : guarded);
  return GUARDRAILS.map((guardrail) => {
    const known = guardrail === 'size' ? compareSizes(arms) : compareMeasure(guardrail, arms, error);
    const margin = margins[guardrail] ?? null;
    return { guardrail, ...known, margin, stands: margin === null ? null : standOf(known, margin) };
  });
}

type ComparisonFacts = Pick<Comparison, 'values' | 'runs' | 'change' | 'low' | 'high'>;

function standOf({ low, high }: ComparisonFacts, margin: number): 'kept' | 'broken' | 'open' {
  if (low !== null && low > margin) return 'broken';
  return high !== null && high <= margin ? 'kept' : 'open';
}

function compareSizes({ incumbent, candidate }: MeasuredArms): ComparisonFacts {
  const values = { incumbent: incumbent.characters, candidate: candidate.characters };
  const change = values.incumbent > 0 ? values.candidate / values.incumbent - 1 : null;
  return { values, runs: { incumbent: 0, candidate: 0 }, change, low: change, high: change };
}

function compareMeasure(measure: RunMeasure, arms: MeasuredArms, error: number): ComparisonFacts {
  const [incumbent, candidate] = [arms.incumbent[measure], arms.candidate[measure]];
  return compareMoments(measure, { incumbent, candidate, error });
}

/** How two groups compare in one measure: the change and its interval at all times at once, which misses with `error`. */
export function compareMoments(measure: RunMeasure, { incumbent, candidate, error }: Pair): ComparisonFacts {
  const runs = { incumbent: incumbent.n, candidate: candidate.n };
  const isLogarithm = measure === 'duration' || measure === 'tokens';
  const shown = (moments: Moments) => {
    if (moments.n <= 0) return null;
    return isLogarithm ? Math.exp(meanOf(moments)) : meanOf(moments);
  };
  const values = { incumbent: shown(incumbent), candidate: shown(candidate) };
  const pair = { incumbent, candidate, error };
  const read = measure === 'tool_calls' ? ratioOf(pair) : differenceOf(pair, measure === 'tool_errors');
  if (!isLogarithm) return { values, runs, ...read };
  const toRatio = (value: number | null) => (value === null ? null : Math.expm1(value));
  return { values, runs, change: toRatio(read.change), low: toRatio(read.low), high: toRatio(read.high) };
}

type Pair = { readonly [arm in Arm]: Moments } & { readonly error: number };
type Range = Pick<Comparison, 'change' | 'low' | 'high'>;
const UNKNOWN: Range = { change: null, low: null, high: null };

function differenceOf({ incumbent, candidate, error }: Pair, isShare: boolean): Range {
  if (Math.min(incumbent.n, candidate.n) <= 0) return UNKNOWN;
  const change = meanOf(candidate) - meanOf(incumbent);
  if (Math.min(incumbent.n, candidate.n) < ENOUGH_RUNS) return { ...UNKNOWN, change };
  const varianceOf = isShare ? shareVariance : sampleVariance;
  const [a = 0, b = 0] = deviations(incumbent, candidate, { varianceOf, error });
  const distance = Math.sqrt(a + b);
  return { change, low: change - distance, high: change + distance };
}

/**
 * The ratio of two means less 1. Its interval holds each ratio r for which the candidate's mean less r times the
 * incumbent's may be 0, the roots of a quadratic (Fieller, "Some problems in interval estimation", Journal of
 * the Royal Statistical Society B 16, 1954); it has no upper end where the incumbent's mean may be 0.
 */
function ratioOf({ incumbent, candidate, error }: Pair): Range {
  const [least, below, above] = [Math.min(incumbent.n, candidate.n), meanOf(incumbent), meanOf(candidate)];
  if (least <= 0) return UNKNOWN;
  if (below <= 0 && above <= 0)
    return least < ENOUGH_RUNS ? { ...UNKNOWN, change: 0 } : { change: 0, low: 0, high: 0 };
  if (below <= 0) return UNKNOWN;
  const change = above / below - 1;
  if (least < ENOUGH_RUNS) return { ...UNKNOWN, change };
  const [a = 0, b = 0] = deviations(incumbent, candidate, { varianceOf: sampleVariance, error });
  const square = below ** 2 - a;
  const root = Math.sqrt(Math.max(0, (above * below) ** 2 - square * (above ** 2 - b)));
  if (square <= 0) return { ...UNKNOWN, change };
  return { change, low: (above * below - root) / square - 1, high: (above * below + root) / square - 1 };
}

type Spread = { readonly varianceOf: (moments: Moments) => number; readonly error: number };

function deviations(incumbent: Moments, candidate: Moments, { varianceOf, error }: Spread): number[] {
  const groups = [incumbent, candidate].map((arm) => ({ count: arm.n, variance: varianceOf(arm) }));
  return jointDeviations(groups, error);
}

const meanOf = ({ n, sum }: Moments): number => (n > 0 ? sum / n : 0);

function sampleVariance({ n, sum, squares }: Moments): number {
  return n > 1 ? Math.max(0, (squares - sum ** 2 / n) / (n - 1)) : 0;
}

/** With one success and one failure more, so that a share of which no case was seen yet is not taken for certain. */
function shareVariance({ n, sum }: Pick<Moments, 'n' | 'sum'>): number {
  const share = (sum + 1) / (n + 2);
  return share * (1 - share);
}

/** The interval, valid at any time, of the candidate's success less the incumbent's. */
export function successGained({ incumbent, candidate }: ArmEvidence): { low: number; high: number } {
  const toMoments = ({ weight: n, reward: sum }: Evidence): Moments => ({ n, sum, squares: sum });
  const pair = { incumbent: toMoments(incumbent), candidate: toMoments(candidate), error: ERROR };
  const { low, high } = differenceOf(pair, true);
  return { low: low ?? -1, high: high ?? 1 };
}

/** A text is only called shorter from here on. */
const CLEARLY_SHORTER = -0.1;

/** Whether a guardrail is surely better with the candidate. */
export function isBetter({ guardrail, margin, high }: Comparison): boolean {
  if (margin === null || high === null) return false;
  return guardrail === 'size' ? high <= CLEARLY_SHORTER : high < 0;
}

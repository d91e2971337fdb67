/**
 * What is measured of a run beside its success: how long it took, its tool calls, its tokens. Of each arm sums
 * are kept, so that nothing has to be read again; durations and tokens by their natural logarithm, because one
 * run that hung would outweigh all others.
 */
import type { Arm } from './arm.ts';

/** Of a run: ln milliseconds, 1 where a tool failed and else 0, tool calls, ln tokens. */
export const RUN_MEASURES = ['duration', 'tool_errors', 'tool_calls', 'tokens'] as const;
export type RunMeasure = (typeof RUN_MEASURES)[number];

/** How many runs told a measure, and the sums of its values and of their squares. */
export type Moments = { readonly n: number; readonly sum: number; readonly squares: number };
export type MeasureSums = { readonly [measure in RunMeasure]: Moments };

/** Of one arm; `characters` is how long its text is as it is served. */
export type ArmMeasures = MeasureSums & { readonly characters: number };
export type MeasuredArms = { readonly [arm in Arm]: ArmMeasures };

const NONE: Moments = { n: 0, sum: 0, squares: 0 };
export const NO_MEASURES: MeasureSums = { duration: NONE, tool_errors: NONE, tool_calls: NONE, tokens: NONE };

/** What is known of a run. `metadata` is as it was sent. */
export type MeasuredRun = {
  readonly durationMs: number | null;
  readonly toolCalls: readonly { readonly error?: string | null | undefined }[];
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** The sums of one run. Less than a millisecond, or than a token, is one. */
export function measureRun({ durationMs, toolCalls, metadata }: MeasuredRun): MeasureSums {
  const tokens = tokensOf(metadata);
  return {
    duration: once(durationMs === null ? null : Math.log(Math.max(1, durationMs))),
    tool_errors: once(toolCalls.some(({ error }) => error != null && error !== '') ? 1 : 0),
    tool_calls: once(toolCalls.length),
    tokens: once(tokens === null ? null : Math.log(Math.max(1, tokens))),
  };
}

function once(value: number | null): Moments {
  return value === null ? NONE : { n: 1, sum: value, squares: value * value };
}

/** Input and output tokens of `metadata.usage` together; null unless both are told. */
function tokensOf({ usage }: MeasuredRun['metadata']): number | null {
  if (typeof usage !== 'object' || usage === null) return null;
  const counts = new Map<string, unknown>(Object.entries(usage));
  const [input, output] = [counts.get('input_tokens'), counts.get('output_tokens')];
  return isCount(input) && isCount(output) ? input + output : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/** Sums after a run was added, `by` 1, or taken back, `by` −1. */
export function addMeasures(sums: MeasureSums, added: MeasureSums, by: 1 | -1 = 1): MeasureSums {
  const add = (measure: RunMeasure): Moments => {
    const [before, change] = [sums[measure], added[measure]];
    return {
      n: before.n + by * change.n,
      sum: before.sum + by * change.sum,
      squares: before.squares + by * change.squares,
    };
  };
  return {
    duration: add('duration'),
    tool_errors: add('tool_errors'),
    tool_calls: add('tool_calls'),
    tokens: add('tokens'),
  };
}

/** Whether two runs, or two changes, say the same. */
export function sameMeasures(a: MeasureSums, b: MeasureSums): boolean {
  return RUN_MEASURES.every((measure) => a[measure].n === b[measure].n && a[measure].sum === b[measure].sum);
}

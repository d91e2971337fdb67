/** Reads what spans say of their trace, a few at a time: an export of thousands must not keep everybody else waiting. */
import { setImmediate as turn } from 'node:timers/promises';
import { extractTrace } from '../../domain/runs/traces/extract-trace.ts';
import type { Span } from '../../domain/runs/traces/span.ts';
import { mergeAll, type TraceState } from '../../domain/runs/traces/trace-state.ts';

/** Spans that are read in one go: some milliseconds for spans of usual size. */
const SPANS_AT_ONCE = 250;

/** Counts the spans of one export, over all of its traces. */
export class Pace {
  #left = SPANS_AT_ONCE;

  /** Lets others have their turn where enough has been done since they had it. */
  async keep(spans: number): Promise<void> {
    this.#left -= spans;
    if (this.#left >= 0) return;
    await turn();
    this.#left = SPANS_AT_ONCE - spans;
  }
}

/** What the spans of one trace say together. */
export async function readTrace(spans: readonly Span[], pace: Pace): Promise<TraceState> {
  const states: TraceState[] = [];
  for (let start = 0; start < spans.length; start += SPANS_AT_ONCE) {
    const some = spans.slice(start, start + SPANS_AT_ONCE);
    await pace.keep(some.length);
    states.push(extractTrace(some));
  }
  return mergeAll(states);
}

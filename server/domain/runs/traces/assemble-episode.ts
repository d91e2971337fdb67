/** The episode that a trace is, as far as it is known. */

import { DEFAULT_AGENT } from '../../fields.ts';
import { answeredCall, type CallFacts, mergeCalls } from '../conversation/merge-calls.ts';
import type { PlainEpisode } from '../conversation/plain-episode.ts';
import { canonical } from '../conversation/same-arguments.ts';
import type { Message } from '../episodes/episode.ts';
import { sumUsage } from './model-usage.ts';
import type { TracedRun } from './trace-forest.ts';
import type { ToolEntry, TraceState } from './trace-state.ts';

const NANOSECONDS_PER_MS = 1_000_000n;

/** What a run is kept under: its trace, and where that is not enough its outermost span. */
export function rowKey(traceId: string, run: string): string {
  return run === '' ? traceId : `${traceId}:${run}`;
}

/** The key under which a run is recorded once, however often it is exported. */
export function traceKey(traceId: string, run: string): string {
  return `otel:${rowKey(traceId, run)}`;
}

/** Makes the episode of a run. Only an agent that failed says how the run went. */
export function assembleEpisode(traceId: string, { key, state }: TracedRun): PlainEpisode {
  const error = findFailure(state);
  return {
    scope: {
      agent_id: state.agent?.value ?? state.named?.value ?? DEFAULT_AGENT,
      user_id: state.user?.value ?? null,
    },
    idempotency_key: traceKey(traceId, key),
    session_id: state.session?.value ?? null,
    recall_id: state.recall?.value ?? null,
    task: state.task?.value ?? null,
    messages: spokenIn(state) ?? betweenEnds(state),
    tool_calls: mergeCalls(
      onceEach(state.tools.entries).map((entry) => ({ at: entry.key, call: entry.call })),
      state.asked.entries.map(({ facts, answer }) => ({
        at: facts.key,
        call: answeredCall(facts.value, answer?.value ?? null),
      })),
    ).filter(({ name }) => name !== ''),
    outcome: error === null ? 'unknown' : 'failure',
    error,
    duration_ms: measureDuration(state),
    framework: state.framework?.value ?? null,
    model: state.model?.value ?? null,
    skills_loaded: [],
    metadata: {
      trace_id: traceId,
      ...(state.service === null ? {} : { service: state.service.value }),
      ...usageOf(state),
    },
  };
}

/**
 * Why the run failed. A span around it may not know: an inner agent's failure is the run's where the run itself has
 * neither an answer nor another call of a model after it.
 */
function findFailure({ root, failed, lastCall }: TraceState): string | null {
  const own = root?.value.error ?? null;
  if (own !== null || failed == null || root?.value.answered === true) return own;
  return lastCall != null && lastCall > failed.value.end ? null : failed.value.error;
}

/** The conversations with models in the order in which they began; those of agents only where there are no others. */
function spokenIn({ conversations: { entries } }: TraceState): Message[] | null {
  const ofModels = entries.filter(({ best }) => best.key.startsWith('0'));
  const spoken = (ofModels.length > 0 ? ofModels : entries).toSorted((a, b) => (a.start < b.start ? -1 : 1));
  return spoken.length === 0 ? null : spoken.flatMap(({ best }) => best.value);
}

/** A span of a tool inside a span of the same call, of its framework and of its server, tells of the same call. */
function onceEach(entries: readonly ToolEntry[]): ToolEntry[] {
  const calls: ToolEntry[] = [];
  for (const entry of entries) {
    const around = calls.findLastIndex((other) => isInside(entry, other));
    const outer = calls[around];
    if (outer === undefined) calls.push(entry);
    else
      calls[around] = {
        ...outer,
        ...(outer.id === entry.parent ? { id: entry.id } : {}),
        call: completedCall(outer.call, entry.call),
      };
  }
  return calls;
}

function isInside(inner: ToolEntry, outer: ToolEntry): boolean {
  if (inner.call.name !== outer.call.name || inner.end === undefined || outer.end === undefined) return false;
  if (inner.parent === outer.id) return true;
  // Spans of one parent are calls side by side.
  if (inner.parent === outer.parent || inner.end > outer.end) return false;
  return canonical(inner.call.arguments) === canonical(outer.call.arguments);
}

function completedCall(outer: CallFacts, inner: CallFacts): CallFacts {
  return {
    ...outer,
    callId: outer.callId ?? inner.callId,
    arguments: outer.arguments ?? inner.arguments,
    result: outer.result ?? (outer.error === null ? inner.result : null),
    error: outer.error ?? (outer.result === null ? inner.error : null),
  };
}

/** The tokens of all model calls together; nothing where there are more calls than are kept. */
function usageOf({ usage }: TraceState) {
  return usage === undefined || usage.cut !== null ? {} : { usage: sumUsage(usage.entries) };
}

/** Where no model call says what was said, the root's input and output are all there is. */
function betweenEnds({ task, output }: TraceState): { role: string; content: string }[] {
  return [
    ...(task === null ? [] : [{ role: 'user', content: task.value }]),
    ...(output === null ? [] : [{ role: 'assistant', content: output.value }]),
  ];
}

function measureDuration({ root, first, last }: TraceState): number | null {
  const start = root?.value.start ?? first;
  const end = root?.value.end ?? last;
  if (start === null || end === null) return null;
  const milliseconds = (BigInt(end) - BigInt(start) + NANOSECONDS_PER_MS / 2n) / NANOSECONDS_PER_MS;
  // A span without a beginning would have lasted since 1970.
  return BigInt(start) === 0n || milliseconds < 0n ? null : Number(milliseconds);
}

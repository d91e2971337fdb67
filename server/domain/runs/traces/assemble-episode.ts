/** The episode that a trace is, as far as it is known. */

import { DEFAULT_AGENT } from '../../fields.ts';
import type { ToolCall } from '../episodes/episode.ts';
import type { EpisodeIn } from '../episodes/episode-in.ts';
import { type CallFacts, canonical } from './tool-span.ts';
import type { AskedEntry, ToolEntry, TraceState } from './trace-state.ts';

const NANOSECONDS_PER_MS = 1_000_000n;

/** The key under which a trace is recorded once, however often it is exported. */
export function traceKey(traceId: string): string {
  return `otel:${traceId}`;
}

/** Makes the episode. Only a root that failed says how the run went. */
export function assembleEpisode(traceId: string, state: TraceState): EpisodeIn {
  const { root } = state;
  const error = root?.value.error ?? null;
  return {
    scope: { agent_id: state.agent?.value ?? DEFAULT_AGENT, user_id: state.user?.value ?? null },
    idempotency_key: traceKey(traceId),
    session_id: state.session?.value ?? null,
    recall_id: state.recall?.value ?? null,
    task: state.task?.value ?? null,
    messages: state.conversation?.value ?? betweenEnds(state),
    tool_calls: mergeToolCalls(state),
    outcome: error === null ? 'unknown' : 'failure',
    error,
    duration_ms: measureDuration(state),
    framework: state.framework?.value ?? null,
    skills_loaded: [],
    metadata: { trace_id: traceId, ...(state.service === null ? {} : { service: state.service.value }) },
  };
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

interface Placed {
  at: string;
  call: CallFacts;
  /** The arguments as text that can be compared; null where they are not known. */
  sent: string | null;
}

function argumentsText({ arguments: sent }: { arguments: unknown }): string | null {
  return sent === null ? null : canonical(sent);
}

/** The calls in order of start: those with spans, and those that only messages tell of. */
function mergeToolCalls({ tools, asked }: TraceState): ToolCall[] {
  const placed = onceEach(tools.entries);
  const free = new Set(placed);
  const byTime = asked.entries.toSorted((a, b) => (a.facts.key < b.facts.key ? -1 : 1));
  for (const entry of byTime) {
    const own = sameCall(free, entry);
    if (own === undefined) {
      const call = askedFacts(entry);
      placed.push({ at: entry.facts.key, call, sent: null });
    } else {
      free.delete(own);
      own.call = completed(own.call, entry);
    }
  }
  return placed
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .filter(({ call }) => call.name !== '')
    .map(({ call }) => ({
      name: call.name,
      arguments: call.arguments as ToolCall['arguments'],
      result: call.result,
      error: call.error,
    }));
}

/** Two spans of one call (an SDK's and a tool server's) are one call that both describe. */
function onceEach(entries: readonly ToolEntry[]): Placed[] {
  const placed: Placed[] = [];
  const byCall = new Map<string, Placed>();
  for (const { key, call } of entries) {
    const identity = call.callId === null ? key : JSON.stringify([call.callId, call.name]);
    const known = byCall.get(identity);
    const sent = argumentsText(call);
    if (known === undefined || !fits(known.sent, sent)) {
      const place = { at: key, call, sent };
      placed.push(place);
      byCall.set(identity, place);
    } else {
      known.call = { ...known.call, ...missing(known.call, call) };
      known.sent ??= sent;
    }
  }
  return placed;
}

function missing(call: CallFacts, other: CallFacts): Partial<CallFacts> {
  return {
    arguments: call.arguments ?? other.arguments,
    result: call.result ?? other.result,
    error: call.error ?? other.error,
  };
}

function fits(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}

/**
 * The span of a call that messages tell of: by the call's id, or where one side has none by name and
 * arguments.
 */
function sameCall(free: ReadonlySet<Placed>, { facts: { value } }: AskedEntry): Placed | undefined {
  const sent = argumentsText(value);
  for (const place of free) {
    const { callId, name } = place.call;
    const byId = callId !== null && value.callId !== null;
    if (byId ? callId === value.callId : name === value.name && fits(place.sent, sent)) return place;
  }
  return undefined;
}

function askedFacts({ facts, answer }: AskedEntry): CallFacts {
  const text = answer?.value.text ?? null;
  return answer?.value.failed === true
    ? { ...facts.value, result: null, error: text }
    : { ...facts.value, result: text, error: null };
}

/** What a span leaves open is taken from the messages; what it says counts. */
function completed(call: CallFacts, entry: AskedEntry): CallFacts {
  const fromSpan = askedFacts(entry);
  const open = call.result === null && call.error === null;
  return {
    callId: call.callId ?? fromSpan.callId,
    name: call.name === '' ? fromSpan.name : call.name,
    arguments: call.arguments ?? fromSpan.arguments,
    result: open ? fromSpan.result : call.result,
    error: open ? fromSpan.error : call.error,
  };
}

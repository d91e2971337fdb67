/** The episode that a trace is, as far as it is known. */

import { DEFAULT_AGENT } from '../../fields.ts';
import { answeredCall, type CallFacts, mergeCalls } from '../conversation/merge-calls.ts';
import type { PlainEpisode } from '../conversation/plain-episode.ts';
import { canonical } from '../conversation/same-arguments.ts';
import { type Message, markOf } from '../episodes/episode.ts';
import { sumUsage } from './model-usage.ts';
import type { RankedValue } from './ranked-value.ts';
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
    messages: markMessages(state),
    tool_calls: mergeCalls(
      onceEach(
        state.tools.entries.map((entry) => ({
          ...entry,
          call: { ...entry.call, ...markForeign(state, entry) },
        })),
      ).map((entry) => ({ at: entry.key, call: entry.call })),
      state.asked.entries.map(({ facts, answer }) => ({
        at: facts.key,
        call: { ...answeredCall(facts.value, answer?.value ?? null), ...markForeign(state, facts) },
      })),
    ).filter(({ name }) => name !== ''),
    outcome: error === null ? 'unknown' : 'failure',
    error,
    duration_ms: measureDuration(state),
    framework: isForeign(state, state.framework) ? null : (state.framework?.value ?? null),
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
function findFailure(state: TraceState): string | null {
  const { root, failed, lastCall } = state;
  const own = root?.value.error ?? null;
  if (own !== null || failed == null || root?.value.answered === true) return own;
  if (lastCall != null && lastCall > failed.value.end) return null;
  return isForeign(state, failed) ? 'an agent of another service failed' : failed.value.error;
}

/** The conversations with models in the order in which they began; those of agents only where there are no others. */
function findSpoken({ conversations: { entries } }: TraceState): RankedValue<Message[]>[] {
  const ofModels = entries.filter(({ best }) => best.key.startsWith('0'));
  const spoken = (ofModels.length > 0 ? ofModels : entries).toSorted((a, b) => (a.start < b.start ? -1 : 1));
  return spoken.map(({ best }) => best);
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

/** The outer call, completed by the inner one, whose mark it takes with anything of it. */
function completedCall(outer: CallFacts, inner: CallFacts): CallFacts {
  const isOpen = outer.result === null && outer.error === null;
  const takes = isOpen || outer.arguments === null;
  return {
    ...outer,
    callId: outer.callId ?? inner.callId,
    arguments: outer.arguments ?? inner.arguments,
    result: isOpen ? inner.result : outer.result,
    error: isOpen ? inner.error : outer.error,
    ...(takes ? markOf(inner) : {}),
  };
}

const UNTRUSTED = { source: 'untrusted' } as const;

/**
 * The messages, those of another service marked. What retrievers found stands somewhere in the prompts, so that none of them can be
 * told from it. A task of another service is a marked message too.
 */
function markMessages(state: TraceState): Message[] {
  const { task, found } = state;
  const spoken = findSpoken(state);
  const conversations = spoken.length > 0 ? spoken : betweenEnds(state);
  const messages = conversations.flatMap((conversation) => {
    const isOthers = isForeign(state, conversation);
    return conversation.value.map((message) => ({
      ...message,
      ...(isOthers || (found !== undefined && message.role !== 'assistant') ? UNTRUSTED : {}),
    }));
  });
  if (task === null || spoken.length === 0 || !isForeign(state, task)) return messages;
  return [{ role: 'user', content: task.value, ...UNTRUSTED }, ...messages];
}

/** Whether another service tells of something than the one whose run it is. */
function isForeign(
  { root, service: first }: TraceState,
  piece: { readonly service?: string } | null,
): boolean {
  const own = root?.value.service ?? first?.value;
  return own !== undefined && piece?.service !== undefined && piece.service !== own;
}

function markForeign(state: TraceState, piece: { readonly service?: string }) {
  return isForeign(state, piece) ? UNTRUSTED : {};
}

/** The tokens of all model calls together; nothing where there are more calls than are kept. */
function usageOf({ usage }: TraceState) {
  return usage === undefined || usage.cut !== null ? {} : { usage: sumUsage(usage.entries) };
}

/** Where no model call says what was said, the root's input and output are all there is. */
function betweenEnds({ task, output }: TraceState): RankedValue<Message[]>[] {
  const speak = (role: string, text: RankedValue<string> | null) =>
    text === null ? [] : [{ ...text, value: [{ role, content: text.value }] }];
  return [...speak('user', task), ...speak('assistant', output)];
}

function measureDuration({ root, first, last }: TraceState): number | null {
  const start = root?.value.start ?? first;
  const end = root?.value.end ?? last;
  if (start === null || end === null) return null;
  const milliseconds = (BigInt(end) - BigInt(start) + NANOSECONDS_PER_MS / 2n) / NANOSECONDS_PER_MS;
  // A span without a beginning would have lasted since 1970.
  return BigInt(start) === 0n || milliseconds < 0n ? null : Number(milliseconds);
}

/** The episode that a trace is, as far as it is known. */

import { DEFAULT_AGENT } from '../../fields.ts';
import { answeredCall, mergeCalls } from '../conversation/merge-calls.ts';
import type { PlainEpisode } from '../conversation/plain-episode.ts';
import type { Message } from '../episodes/episode.ts';
import type { TraceState } from './trace-state.ts';

const NANOSECONDS_PER_MS = 1_000_000n;

/** The key under which a trace is recorded once, however often it is exported. */
export function traceKey(traceId: string): string {
  return `otel:${traceId}`;
}

/** Makes the episode. Only a root that failed says how the run went. */
export function assembleEpisode(traceId: string, state: TraceState): PlainEpisode {
  const { root } = state;
  const error = root?.value.error ?? null;
  return {
    scope: { agent_id: state.agent?.value ?? DEFAULT_AGENT, user_id: state.user?.value ?? null },
    idempotency_key: traceKey(traceId),
    session_id: state.session?.value ?? null,
    recall_id: state.recall?.value ?? null,
    task: state.task?.value ?? null,
    messages: markMessages(state),
    tool_calls: mergeCalls(
      state.tools.entries.map((entry) => ({
        at: entry.key,
        call: { ...entry.call, ...markForeign(state, entry) },
      })),
      state.asked.entries.map(({ facts, answer }) => ({
        at: facts.key,
        call: { ...answeredCall(facts.value, answer?.value ?? null), ...markForeign(state, facts) },
      })),
    ).filter(({ name }) => name !== ''),
    outcome: error === null ? 'unknown' : 'failure',
    error,
    duration_ms: measureDuration(state),
    framework: isForeign(state, state.framework) ? null : (state.framework?.value ?? null),
    skills_loaded: [],
    metadata: {
      trace_id: traceId,
      ...(state.service === null ? {} : { service: state.service.value }),
      ...usageOf(state),
    },
  };
}

const UNTRUSTED = { source: 'untrusted' } as const;

/**
 * The messages, those of another service marked. What retrievers found stands somewhere in the prompts, so that none of them can be
 * told from it. A task of another service is a marked message too.
 */
function markMessages(state: TraceState): Message[] {
  const { conversation, task, found } = state;
  const isOthers = conversation !== null && isForeign(state, conversation);
  const messages = (conversation?.value ?? betweenEnds(state)).map((message) =>
    isOthers || (found !== undefined && message.role !== 'assistant')
      ? { ...message, ...UNTRUSTED }
      : { ...message },
  );
  if (task === null || !isForeign(state, task)) return messages;
  return [{ role: 'user', content: task.value, ...UNTRUSTED }, ...messages];
}

/** Whether another service tells of something than the one whose run it is. */
function isForeign(
  { root, service: first }: TraceState,
  told: { readonly service?: string } | null,
): boolean {
  const own = root?.value.service ?? first?.value;
  return own !== undefined && told?.service !== undefined && told.service !== own;
}

function markForeign(state: TraceState, told: { readonly service?: string }) {
  return isForeign(state, told) ? UNTRUSTED : {};
}

/** The tokens of all model calls together; nothing where there are more calls than are kept. */
function usageOf({ usage }: TraceState) {
  if (usage === undefined || usage.cut !== null) return {};
  const sum = (side: 'input' | 'output') => usage.entries.reduce((total, call) => total + call[side], 0);
  return { usage: { input_tokens: sum('input'), output_tokens: sum('output') } };
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

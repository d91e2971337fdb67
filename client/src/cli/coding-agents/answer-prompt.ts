/** Before a prompt: what is known for it, in the form in which the tool takes it into the agent's context. */
import type { TriggerRef } from '../../generated/api.ts';
import type { Recall } from '../../recall.ts';
import type { HookEvent } from './hook-event.ts';
import { type HookCall, logCall } from './hook-log.ts';
import type { HookOptions } from './hook-options.ts';
import { recallFor } from './prefetch.ts';
import { agentFor } from './repository.ts';
import {
  changeState,
  notedPrompt,
  noteShown,
  noteTriggers,
  readState,
  type SessionState,
} from './session-state.ts';

/** Claude Code shows the model no more than the beginning of a longer text. */
const MAX_CONTEXT_CHARS = 10_000;

type Answer = Pick<HookCall, 'result' | 'why'> & {
  recallId: string | null;
  instructions: string;
  triggers?: TriggerRef[] | undefined;
};

/**
 * The text for standard output; empty where nothing is known at `deadline`, in milliseconds since the process was started. What was
 * fetched before stands in for a recall that comes late.
 */
export async function answerPrompt(
  options: HookOptions,
  event: HookEvent,
  deadline: number,
): Promise<string> {
  const prompt = event.prompt ?? '';
  const left = deadline - performance.now();
  const own = left > 0 ? await recallFor(options, event, prompt, left) : null;
  const agent = agentFor(options, event);
  const prefetched = readState(options.tool, event.sessionId)?.prefetched ?? null;
  const answer = answerOf(own, prefetched?.agentId === agent ? prefetched : null);
  const { recallId, instructions, triggers, ...told } = answer;
  const context = atLineEnd(instructions, MAX_CONTEXT_CHARS);
  if (recallId !== null) {
    const isPrefetched = told.result === 'prefetched';
    changeState(options.tool, event.sessionId, event.at, (state) => {
      const noted = notedPrompt(state, prompt, event.at);
      if (noted !== null) Object.assign(noted, { recallId, ...(isPrefetched ? { isPrefetched } : {}) });
      if (isPrefetched) state.prefetched = null;
      noteTriggers(state, recallId, triggers);
      // What was cut off was not shown, and what of it is in the text cannot be told apart.
      if (context === instructions && context !== '') noteShown(state, recallId);
    });
  }
  logCall({
    ...{ at: event.at, tool: options.tool, event: event.name, agent },
    ...{ ms: Math.round(performance.now()), ...told },
  });
  return context === '' ? '' : contextFor(event.name, context);
}

function answerOf(own: Recall | null, prefetched: SessionState['prefetched']): Answer {
  if (own !== null && own.failure === null) {
    const nothing = own.served_before === undefined ? 'nothing known' : 'nothing new';
    const result = own.instructions === '' ? nothing : 'recalled';
    const { recall_id: recallId, instructions, triggers } = own;
    return { result, recallId, instructions, triggers };
  }
  const why = own?.failure?.message ?? 'Node took all the time to start';
  if (prefetched != null) {
    const { recallId, instructions, triggers } = prefetched;
    return { result: 'prefetched', why, recallId, instructions, triggers };
  }
  const isLate = own === null || own.failure?.kind === 'timeout';
  return { result: isLate ? 'late' : 'refused', why, recallId: null, instructions: '' };
}

function contextFor(eventName: string, additionalContext: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: eventName, additionalContext } });
}

function atLineEnd(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most);
  return text.slice(0, end > 0 ? end : most);
}

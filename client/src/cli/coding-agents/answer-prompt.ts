/** Before a prompt: what is known for it, in the form in which the tool takes it into the agent's context. */
import { redact } from '../../generated/safety/redact.ts';
import { Quiet, resolveSettings } from '../../options.ts';
import { recallOrNothing } from '../../recall.ts';
import type { HookEvent } from './hook-event.ts';
import type { HookOptions } from './hook-options.ts';
import { agentOf } from './repository.ts';
import { changeState, promptHash } from './session-state.ts';

/** Claude Code shows the model no more than the beginning of a longer text. */
const MAX_CONTEXT_CHARS = 10_000;

/** The text for standard output; empty where nothing is known at `deadline`, in milliseconds since the process was started. */
export async function answerPrompt(
  options: HookOptions,
  event: HookEvent,
  deadline: number,
): Promise<string> {
  const prompt = event.prompt ?? '';
  const settings = resolveSettings({
    url: options.url,
    agentId: options.agent ?? agentOf(event.folder),
    ...(options.user === null ? {} : { userId: options.user }),
    ...(options.tenant === null ? {} : { tenantId: options.tenant }),
    onError: () => undefined,
  });
  const timeoutMs = Math.max(0, deadline - performance.now());
  const request = { query: redact(prompt), session_id: event.sessionId };
  const recall = await recallOrNothing({ settings, quiet: new Quiet() }, request, { timeoutMs });
  if (recall.recall_id === null) return '';
  const recalled = { hash: promptHash(prompt), at: event.at, recallId: recall.recall_id };
  changeState(options.tool, event.sessionId, event.at, ({ prompts }) => prompts.push(recalled));
  return recall.instructions === '' ? '' : contextFor(event.name, recall.instructions);
}

function contextFor(eventName: string, instructions: string): string {
  const additionalContext = atLineEnd(instructions, MAX_CONTEXT_CHARS);
  return JSON.stringify({ hookSpecificOutput: { hookEventName: eventName, additionalContext } });
}

function atLineEnd(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most);
  return text.slice(0, end > 0 ? end : most);
}

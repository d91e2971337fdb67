/**
 * What is redacted of an episode before it is stored: what people, tools and models said in the run, and what they are called. What the caller
 * manages by (metadata, user, session, framework, the names of skills) stays as it was sent.
 */
import type { EpisodeIn } from '../../domain/runs/episodes/episode-in.ts';
import type { ToolCall } from '../../domain/runs/episodes/transcript.ts';
import { redact } from '../../domain/safety/redact.ts';
import { redactValueSteps } from '../../domain/safety/redact-value.ts';
import type { Steps } from '../../domain/steps.ts';

/** A copy of the episode with every listed field redacted, made one text after the other. */
export function* redactEpisodeSteps(episode: EpisodeIn): Steps<EpisodeIn> {
  const { task, error, verification } = episode;
  const messages: EpisodeIn['messages'] = [];
  for (const message of episode.messages) {
    messages.push({ role: redact(message.role), content: redact(message.content) });
    yield;
  }
  const toolCalls: ToolCall[] = [];
  for (const call of episode.tool_calls) toolCalls.push(yield* redactToolCall(call));
  return {
    ...episode,
    task: redactText(task),
    error: redactText(error),
    messages,
    tool_calls: toolCalls,
    verification:
      verification == null ? null : { ...verification, details: redactText(verification.details) },
  };
}

function redactText(text: string | null | undefined): string | null {
  return text == null ? null : redact(text);
}

function* redactToolCall(call: ToolCall): Steps<ToolCall> {
  const args = yield* redactArguments(call.arguments);
  yield;
  return {
    name: redact(call.name),
    arguments: args,
    result: redactText(call.result),
    error: redactText(call.error),
  };
}

function* redactArguments(value: ToolCall['arguments']): Steps<ToolCall['arguments']> {
  if (typeof value === 'string') return redact(value);
  return value == null ? null : ((yield* redactValueSteps(value)) as Record<string, unknown>);
}

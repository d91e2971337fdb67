/**
 * What is redacted of an episode before it is stored: what people, tools and models said in the run, and what they are called. What the caller
 * manages by (metadata, user, session, framework, the names of skills) stays as it was sent.
 */
import type { EpisodeIn } from '../domain/episodes/episode-in.ts';
import type { ToolCall } from '../domain/episodes/transcript.ts';
import { redact } from '../domain/safety/redact.ts';
import { redactValue } from '../domain/safety/redact-value.ts';

/** A copy of the episode with every listed field redacted. */
export function redactEpisode(episode: EpisodeIn): EpisodeIn {
  const { task, error, verification } = episode;
  return {
    ...episode,
    task: redactText(task),
    error: redactText(error),
    messages: episode.messages.map(({ role, content }) => ({ role: redact(role), content: redact(content) })),
    tool_calls: episode.tool_calls.map(redactToolCall),
    verification:
      verification == null ? null : { ...verification, details: redactText(verification.details) },
  };
}

function redactText(text: string | null | undefined): string | null {
  return text == null ? null : redact(text);
}

function redactToolCall(call: ToolCall): ToolCall {
  return {
    name: redact(call.name),
    arguments: redactArguments(call.arguments),
    result: redactText(call.result),
    error: redactText(call.error),
  };
}

function redactArguments(value: ToolCall['arguments']): ToolCall['arguments'] {
  if (typeof value === 'string') return redact(value);
  return value == null ? null : (redactValue(value) as Record<string, unknown>);
}

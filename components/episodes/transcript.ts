/** The messages and tool calls of a run in the order in which they happened, as far as the run tells it. Pure. */
import type { EpisodeDetail } from './episodes-state.ts';

type Episode = Pick<EpisodeDetail['episode'], 'messages' | 'toolCalls'>;
export type Message = Episode['messages'][number];
export type ToolCall = Episode['toolCalls'][number];

export type Turn = { message: Message } | { call: ToolCall };

interface Transcript {
  turns: Turn[];
  /** Calls that no message tells of: they stand before the last answer. */
  unplaced: number;
}

const saidBy = ({ result, error }: ToolCall): string => (result ?? error ?? '').trim();

/**
 * A message of a tool is the answer to the first call left that gave this answer: the call stands in its place, after the calls
 * before it. Calls that remain were made before the last answer.
 */
export function transcriptOf({ messages, toolCalls }: Episode): Transcript {
  const turns: Turn[] = [];
  let next = 0;
  const take = (end: number) => {
    turns.push(...toolCalls.slice(next, end).map((call) => ({ call })));
    next = end;
  };
  for (const message of messages) {
    const answers = message.role === 'tool' && message.content.trim() !== '';
    const at = answers
      ? toolCalls.findIndex((call, place) => place >= next && saidBy(call) === message.content.trim())
      : -1;
    if (at === -1) turns.push({ message });
    else take(at + 1);
  }
  const unplaced = toolCalls.length - next;
  if (unplaced === 0) return { turns, unplaced };
  const last = turns.at(-1);
  const answer = last !== undefined && 'message' in last && last.message.role === 'assistant' ? last : null;
  if (answer !== null) turns.pop();
  take(toolCalls.length);
  return { turns: answer === null ? turns : [...turns, answer], unplaced };
}

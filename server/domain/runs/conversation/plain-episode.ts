/** The messages of an episode as SDKs have them, as messages and tool calls of this service. */
import { cleanJson } from '../../fields.ts';
import { type Message, markOf } from '../episodes/episode.ts';
import type { EpisodeIn, MessageIn } from '../episodes/episode-in.ts';
import { answeredCall, mergeCalls } from './merge-calls.ts';
import { completedCalls, readTurn, type Turn, toMessages } from './turn.ts';

/** An episode whose messages are texts, and whose tool calls are all in their list. */
export type PlainEpisode = Omit<EpisodeIn, 'messages'> & { messages: Message[] };

/** The episode with its messages as texts; the calls that they show are added to its tool calls, each once. */
export function plainEpisode(sent: EpisodeIn): PlainEpisode {
  const plain = sent.messages
    .filter(isPlain)
    .map((message) => ({ role: message.role, content: message.content, ...markOf(message) }));
  if (plain.length === sent.messages.length) return { ...sent, messages: plain };
  // What was text within a text has not been cleaned yet.
  const turns = cleanJson(sent.messages.map(turnOf));
  const own = sent.tool_calls.map((call, index) => ({
    at: placeOf(0, index),
    call: {
      callId: null,
      name: call.name,
      arguments: call.arguments ?? null,
      result: call.result ?? null,
      error: call.error ?? null,
      ...markOf(call),
    },
  }));
  const markAt = (at: number | null) => markOf(sent.messages[at ?? -1] ?? {});
  const told = completedCalls(turns).map(({ call, answer, turn, answeredIn }, index) => {
    const { id: callId, ...asked } = call;
    const marks = { ...markAt(turn), ...markAt(answeredIn) };
    return { at: placeOf(1, index), call: { ...answeredCall({ callId, ...asked }, answer), ...marks } };
  });
  const messages = turns.flatMap((turn, at) => {
    return textsOf(turn).map((message) => ({ ...message, ...markAt(at) }));
  });
  return { ...sent, messages, tool_calls: mergeCalls(own, told) };
}

function isPlain(message: MessageIn): message is MessageIn & Message {
  const { content, tool_calls: calls, tool_call_id: id, is_error: failed } = message;
  return typeof content === 'string' && calls == null && id == null && failed == null;
}

/** The calls of the list come before those that only messages tell of. */
function placeOf(group: number, index: number): string {
  return `${group}:${String(index).padStart(9, '0')}`;
}

/** A text is a part as it is, never read as JSON. */
function turnOf({ role, content, ...message }: MessageIn): Turn {
  const list = typeof content === 'string' ? [content] : (content ?? []);
  const parts = list.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part));
  const read = readTurn({ ...message, role, content: parts.length === 0 ? undefined : parts }, role);
  return read ?? { role, text: '', calls: [], answers: [] };
}

function textsOf(turn: Turn): Message[] {
  const said = toMessages([turn]);
  return said.length === 0 ? [{ role: turn.role, content: '' }] : said;
}

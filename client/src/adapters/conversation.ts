/** What an agent says to its model, in one form for every framework: that is where adapters see a run. */
import type { Message, ToolCall } from '../generated/api.ts';

/**
 * One thing in a model's input, in order. System messages are left out: they are the agent's, not the run's.
 */
export type Item =
  | { kind: 'message'; role: string; text: string }
  | { kind: 'call'; id: string; name: string; arguments: string }
  | { kind: 'result'; id: string; text: string; isError: boolean };

/** The run that a model call belongs to: everything since the user last spoke. */
export interface Conversation {
  /** The same for every model call of one run. */
  key: string;
  task: string;
  messages: Message[];
  toolCalls: ToolCall[];
}

/** 64 bits of FNV-1a in two halves: enough to tell the open runs of a process apart. */
function digest(text: string): string {
  let [low, high] = [0x811c9dc5, 0xcbf29ce4];
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x01000197);
  }
  return `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`;
}

function readToolCalls(items: readonly Item[]): ToolCall[] {
  const results = new Map(
    items.flatMap((item) => (item.kind === 'result' ? [[item.id, item] as const] : [])),
  );
  return items.flatMap((item) => {
    if (item.kind !== 'call') return [];
    const result = results.get(item.id);
    const said =
      result === undefined ? {} : result.isError ? { error: result.text } : { result: result.text };
    return [{ name: item.name, arguments: item.arguments, ...said }];
  });
}

/** The run at the end of a model's input; null where no user has spoken. */
export function toConversation(items: readonly Item[]): Conversation | null {
  const start = items.findLastIndex((item) => item.kind === 'message' && item.role === 'user');
  const asked = items[start];
  if (asked?.kind !== 'message' || asked.text === '') return null;
  const run = items.slice(start);
  return {
    key: digest(JSON.stringify(items.slice(0, start + 1))),
    task: asked.text,
    messages: run.flatMap((item) =>
      item.kind === 'message' && item.text !== '' ? [{ role: item.role, content: item.text }] : [],
    ),
    toolCalls: readToolCalls(run),
  };
}

/** The agent's own system prompt with what was learned below it. */
export function joinedInstructions(own: string, learned: string): string {
  return own === '' ? learned : `${own}\n\n${learned}`;
}

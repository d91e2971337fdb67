/** What an agent says to its model, in one form for every framework: that is where adapters see a run. */
import type { Message, ToolCall } from '../generated/api.ts';

/** One thing in a model's input, in order. System messages are left out: they are the agent's, not the run's. */
export type ConversationItem =
  | { kind: 'message'; role: string; text: string }
  | RequestedTool
  | { kind: 'result'; id: string; text: string; isError: boolean };

/** A tool that the model asked for. */
export interface RequestedTool {
  kind: 'call';
  id: string;
  name: string;
  arguments: string;
}

/** What a model call answered, as far as it was read. */
export interface ModelAnswer extends ModelUsage {
  text: string;
  /** The run goes on with these. */
  calls: readonly RequestedTool[];
}

/** What model calls used, as far as their provider tells; in the form in which it is recorded. */
export interface ModelUsage {
  /** The last model that was asked, as it names itself. */
  model?: string | undefined;
  usage?: TokenCounts | undefined;
}

export interface TokenCounts {
  input_tokens: number;
  output_tokens: number;
}

/** What several model calls or runs used together; only what is known. */
export function addedUp(all: readonly ModelUsage[]): ModelUsage {
  const model = all.findLast((used) => used.model !== undefined)?.model;
  const usages = all.flatMap(({ usage }) => usage ?? []);
  const sum = (kind: keyof TokenCounts) => usages.reduce((total, usage) => total + usage[kind], 0);
  const usage = { input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') };
  return { ...(model === undefined ? {} : { model }), ...(usages.length === 0 ? {} : { usage }) };
}

/** The run that a model call belongs to: everything since the user last spoke. */
export interface Conversation {
  /** The same for every model call of one run; two runs that are word for word alike share it. */
  key: string;
  task: string;
  /** The task after the turns before it: "yes, go ahead" alone says nothing. */
  query: string;
  messages: Message[];
  toolCalls: ToolCall[];
  /** The model calls of this run before this one, by the ids of the tools that they asked for. */
  callIds: readonly string[];
  /** True where the model has not answered yet since the user last spoke. */
  isStart: boolean;
}

/** How many messages before the task go into the query, and how much of each. */
const EARLIER_MESSAGES = 4;
const EARLIER_CHARS = 500;

/** 64 bits of FNV-1a in two halves: enough to tell the open runs of a process apart. */
function digest(text: string): string {
  let [low, high] = [0x811c9dc5, 0xcbf29ce4];
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x01000197);
  }
  return `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`;
}

function toolCallsOf(items: readonly ConversationItem[]): ToolCall[] {
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

function lastUserMessage(items: readonly ConversationItem[]): number {
  return items.findLastIndex((item) => item.kind === 'message' && item.role === 'user');
}

/** The last messages before `end`, the oldest first. */
function messagesBefore(items: readonly ConversationItem[], end: number) {
  const spoken = items.slice(0, end).filter((item) => item.kind === 'message');
  return spoken.filter(({ text }) => text !== '').slice(-EARLIER_MESSAGES);
}

/** The run at the end of a model's input; null where no user has spoken. */
export function conversationOf(items: readonly ConversationItem[]): Conversation | null {
  const start = lastUserMessage(items);
  const asked = items[start];
  if (asked?.kind !== 'message' || asked.text === '') return null;
  const earlier = messagesBefore(items, start);
  const run = items.slice(start);
  return {
    key: digest(JSON.stringify([...earlier, asked])),
    task: asked.text,
    query: [...earlier.map(({ text }) => text.slice(0, EARLIER_CHARS)), asked.text].join('\n'),
    messages: run.flatMap((item) =>
      item.kind === 'message' && item.text !== '' ? [{ role: item.role, content: item.text }] : [],
    ),
    toolCalls: toolCallsOf(run),
    callIds: run.flatMap((item) => (item.kind === 'message' || item.id === '' ? [] : [item.id])),
    isStart: run.length === 1,
  };
}

/** What a later model call needs to know of these items: the run, and the messages just before it. */
export function recentItems(items: readonly ConversationItem[]): ConversationItem[] {
  const start = lastUserMessage(items);
  return start < 0 ? [...items] : [...messagesBefore(items, start), ...items.slice(start)];
}

/** The agent's own system prompt with what was learned below it. */
export function joinedInstructions(own: string, learned: string): string {
  return own === '' ? learned : `${own}\n\n${learned}`;
}

/** A tool call as its own span tells it, in whichever convention. */
import { asObject, asText, unembedded } from './embedded-json.ts';
import type { Exchange } from './model-call.ts';
import type { RankedValue } from './ranked-value.ts';
import type { Span } from './span.ts';
import type { AskedEntry } from './trace-state.ts';
import { type AskedCall, readTurns, type ToolAnswer, type Turn } from './turn.ts';

/** A tool call; what is not known is null. */
export interface CallFacts {
  readonly callId: string | null;
  readonly name: string;
  readonly arguments: unknown;
  readonly result: string | null;
  readonly error: string | null;
}

const NAME = [
  'gen_ai.tool.name',
  'ai.toolCall.name',
  'tool.name',
  'tool_call.function.name',
  'traceloop.entity.name',
];
const ID = ['gen_ai.tool.call.id', 'ai.toolCall.id', 'tool.id', 'tool_call.id'];
const ARGUMENTS = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'ai.toolCall.input',
  'tool_call.function.arguments',
  'input.value',
  'tool.parameters',
  'traceloop.entity.input',
];
const RESULT = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'ai.toolCall.output',
  'output.value',
  'traceloop.entity.output',
];

/** Reads the call; one without a name is called by the empty name, which the assembly leaves out. */
export function readToolCall(span: Span): CallFacts {
  const first = (keys: readonly string[]) =>
    keys.map((key) => span.attributes.get(key)).find((value) => value !== undefined);
  const sent = first(ARGUMENTS);
  const received = first(RESULT) ?? toldResult(span);
  const result = received === undefined ? null : plainText(received);
  return {
    callId: asText(first(ID)) || null,
    name: asText(first(NAME)),
    arguments: sent === undefined ? null : readArguments(sent),
    // What a failed tool left is mostly the error once more.
    result: result !== null && span.error !== null && result.includes(span.error) ? null : result,
    error: span.error,
  };
}

/** A result as text. Some write a text as JSON, in quotes, which are no part of it. */
function plainText(value: unknown): string {
  const text = asText(value);
  if (!(text.startsWith('"') && text.endsWith('"'))) return text;
  try {
    return asText(JSON.parse(text));
  } catch {
    // A text that only begins and ends with quotes is as it is.
    return text;
  }
}

/** Arguments are the object that a tool was called with, or its text where that is none. */
function readArguments(value: unknown): Record<string, unknown> | string | null {
  if (value === null || value === undefined || value === '') return null;
  const read = unembedded(value);
  const object = asObject(read);
  return object === read ? { ...object } : asText(value);
}

/** The older form: the result as an event of the span. */
function toldResult({ events }: Span): string | undefined {
  const message = events.find(({ name }) => name === 'gen_ai.tool.message');
  if (message === undefined) return undefined;
  const [turn] = readTurns([{ ...Object.fromEntries(message.attributes), role: 'tool' }]);
  return turn?.answers[0]?.text;
}

/** The identity of a call: its id, or what it is and which one of several alike. */
export function askedKey(facts: AskedEntry['facts']['value'], nth: number): string {
  const { callId, name } = facts;
  return JSON.stringify(callId === null ? [nth, name, canonical(facts.arguments)] : [callId]);
}

/** A JSON value as text that does not depend on the order of its fields. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
}

interface When {
  /** When the model call began and ended, and its id. */
  start: string;
  end: string;
  id: string;
}

/**
 * The calls of an exchange. Of the history only what follows the last user message counts: what comes before
 * it was done in earlier turns of the conversation, which are traces of their own.
 */
export function askedCalls({ history, answer }: Exchange, { start, end, id }: When): AskedEntry[] {
  // Some providers have results come from the user.
  const since = history.findLastIndex(({ role, answers }) => role === 'user' && answers.length === 0) + 1;
  const entries: AskedEntry[] = [];
  const open = new OpenCalls(entries);
  const alike = new Map<string, number>();
  const add = (call: AskedCall, at: string) => {
    const facts = { callId: call.id, name: call.name, arguments: readArguments(call.arguments) };
    const likeness = askedKey(facts, 0);
    const nth = facts.callId === null ? (alike.get(likeness) ?? 0) : 0;
    alike.set(likeness, nth + 1);
    const key = `${at}:${id}:${String(entries.length).padStart(6, '0')}`;
    entries.push({ key: askedKey(facts, nth), nth, facts: { key, value: facts }, answer: null });
    open.opened();
  };
  for (const turn of history.slice(since)) {
    for (const call of turn.calls) add(call, start);
    for (const said of turn.answers) open.answer(said, `${start}:${id}`);
  }
  for (const { calls } of answer) for (const call of calls) add(call, end);
  return entries;
}

/** Gives answers to their calls; one without an id to the first call that has none yet. */
class OpenCalls {
  private readonly entries: AskedEntry[];
  private readonly byId = new Map<string, number[]>();
  private next = 0;

  constructor(entries: AskedEntry[]) {
    this.entries = entries;
  }

  /** The call that was added last waits for an answer. */
  opened(): void {
    const index = this.entries.length - 1;
    const id = this.entries[index]?.facts.value.callId ?? null;
    if (id === null) return;
    const waiting = this.byId.get(id);
    if (waiting === undefined) this.byId.set(id, [index]);
    else waiting.push(index);
  }

  answer({ id, text, failed }: ToolAnswer, key: string): void {
    const index = id === null ? this.firstOpen() : this.byId.get(id)?.shift();
    const entry = index === undefined ? undefined : this.entries[index];
    if (index === undefined || entry === undefined) return;
    const answer: RankedValue<{ text: string; failed: boolean }> = { key, value: { text, failed } };
    this.entries[index] = { ...entry, answer };
  }

  private firstOpen(): number {
    while (this.entries[this.next]?.answer != null) this.next += 1;
    return this.next;
  }
}

/** Turns as the messages of an episode: what was said, and in brackets what was called. */
export function toMessages(turns: readonly Turn[]): { role: string; content: string }[] {
  return turns.flatMap(({ role, text, calls, answers }) => {
    const asked = calls.map(({ name, arguments: sent }) => `[${name}(${asText(readArguments(sent))})]`);
    const said = [text, ...asked].filter(Boolean).join('\n');
    const results = answers.map((answer) => ({ role: 'tool', content: answer.text }));
    return said === '' ? results : [...results, { role, content: said }];
  });
}

/** A tool call as its own span tells it, in any convention; and the calls that a model call tells of. */
import { asText } from '../conversation/embedded-json.ts';
import type { CallFacts } from '../conversation/merge-calls.ts';
import { canonical } from '../conversation/same-arguments.ts';
import { completedCalls, readArguments, readTurns } from '../conversation/turn.ts';
import type { Exchange } from './model-call.ts';
import type { Span } from './span.ts';
import type { RequestedEntry } from './trace-state.ts';

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
  const received = first(RESULT) ?? resultFromEvents(span);
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

/** The older form: the result as an event of the span. */
function resultFromEvents({ events }: Span): string | undefined {
  const message = events.find(({ name }) => name === 'gen_ai.tool.message');
  if (message === undefined) return undefined;
  const [turn] = readTurns([{ ...Object.fromEntries(message.attributes), role: 'tool' }]);
  return turn?.answers[0]?.text;
}

/** The identity of a call: its id, or what it is and which one of several alike. */
export function callKey(facts: RequestedEntry['facts']['value'], nth: number): string {
  const { callId, name } = facts;
  return JSON.stringify(callId === null ? [nth, name, canonical(facts.arguments)] : [callId]);
}

interface SpanTimes {
  /** When the model call began and ended, and its id. */
  start: string;
  end: string;
  id: string;
  service: string;
}

/**
 * The calls of an exchange. Of the history only what follows the last user message counts: what comes before
 * it was done in earlier turns of the conversation, which are traces of their own.
 */
export function requestedCalls(
  { history, answer }: Exchange,
  { start, end, id, service }: SpanTimes,
): RequestedEntry[] {
  // Some providers have results come from the user.
  const since = history.findLastIndex(({ role, answers }) => role === 'user' && answers.length === 0) + 1;
  const past = history.slice(since);
  const alike = new Map<string, number>();
  return completedCalls([...past, ...answer.map((turn) => ({ ...turn, answers: [] }))]).map((told, place) => {
    const { id: callId, name, arguments: sent } = told.call;
    const value = { callId, name, arguments: sent };
    const likeness = callKey(value, 0);
    const nth = callId === null ? (alike.get(likeness) ?? 0) : 0;
    alike.set(likeness, nth + 1);
    const at = told.turn < past.length ? start : end;
    const { text, failed } = told.answer ?? { text: '', failed: false };
    return {
      key: callKey(value, nth),
      nth,
      facts: { key: `${at}:${id}:${String(place).padStart(6, '0')}`, value, service },
      answer: told.answer === null ? null : { key: `${start}:${id}`, value: { text, failed } },
    };
  });
}

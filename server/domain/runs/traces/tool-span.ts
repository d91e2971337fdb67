/** A tool call as its own span tells it, in whichever convention. */
import { objectOf, textOf, unembedded } from './embedded-json.ts';
import type { Span } from './span.ts';
import { turnsOf } from './turn.ts';

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
export function toolCallOf(span: Span): CallFacts {
  const first = (keys: readonly string[]) =>
    keys.map((key) => span.attributes.get(key)).find((value) => value !== undefined);
  const sent = first(ARGUMENTS);
  const received = first(RESULT) ?? toldResult(span);
  const result = received === undefined ? null : plainText(received);
  return {
    callId: textOf(first(ID)) || null,
    name: textOf(first(NAME)),
    arguments: sent === undefined ? null : argumentsOf(sent),
    // What a failed tool left is mostly the error once more.
    result: result !== null && span.error !== null && result.includes(span.error) ? null : result,
    error: span.error,
  };
}

/** A result as text. Some write a text as JSON, in quotes, which are no part of it. */
function plainText(value: unknown): string {
  const text = textOf(value);
  if (!(text.startsWith('"') && text.endsWith('"'))) return text;
  try {
    return textOf(JSON.parse(text));
  } catch {
    // A text that only begins and ends with quotes is as it is.
    return text;
  }
}

/** Arguments are the object that a tool was called with, or its text where that is none. */
export function argumentsOf(value: unknown): Record<string, unknown> | string | null {
  if (value === null || value === undefined || value === '') return null;
  const read = unembedded(value);
  const object = objectOf(read);
  return object === read ? { ...object } : textOf(value);
}

/** The older form: the result as an event of the span. */
function toldResult({ events }: Span): string | undefined {
  const told = events.find(({ name }) => name === 'gen_ai.tool.message');
  if (told === undefined) return undefined;
  const [turn] = turnsOf([{ ...Object.fromEntries(told.attributes), role: 'tool' }]);
  return turn?.answers[0]?.text;
}

/** A tool call as its own span tells it, in any convention; and the calls that a model call tells of. */
import { asObject, asText, unembedded } from '../conversation/embedded-json.ts';
import type { CallFacts } from '../conversation/merge-calls.ts';
import { canonical } from '../conversation/same-arguments.ts';
import { bareResult, completedCalls, readArguments, type ToolAnswer } from '../conversation/turn.ts';
import { type Exchange, readExchange } from './model-call.ts';
import type { Span } from './span.ts';
import type { RequestedEntry } from './trace-state.ts';
import { errorLine, unwrapArguments, unwrapResult } from './unwrap.ts';

const NAME = [
  'gen_ai.tool.name',
  'ai.toolCall.name',
  'tool.name',
  'tool_call.function.name',
  'mcp.tool.name',
  'traceloop.entity.name',
];
const ID = ['gen_ai.tool.call.id', 'ai.toolCall.id', 'tool.id', 'tool_call.id'];
const ARGUMENTS = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'ai.toolCall.input',
  'tool_call.function.arguments',
  'gcp.vertex.agent.tool_call_args',
  'tool_arguments',
  'input.value',
  'traceloop.entity.input',
  'langfuse.observation.input',
  'input',
];
const RESULT = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'ai.toolCall.output',
  'gcp.vertex.agent.tool_response',
  'tool_response',
  'output.value',
  'traceloop.entity.output',
  'langfuse.observation.output',
  'output',
];
const ADK_RESULT = 'gcp.vertex.agent.tool_response';

/** Reads the call; one without a name is called by the empty name, which the assembly leaves out. */
export function readToolCall(span: Span): CallFacts {
  const first = (keys: readonly string[]) =>
    keys.map((key) => span.attributes.get(key)).find((value) => value !== undefined && value !== '');
  const told = callInMessages(span);
  const sent = first(ARGUMENTS) ?? told.arguments;
  const received = resultOf(span, first(RESULT)) ?? told.result;
  const result = received === undefined || received === null ? null : unwrapResult(received);
  const error = span.error ?? (result?.failed === true ? errorLine(undefined, result.text) || 'error' : null);
  return {
    callId: asText(first(ID)) || told.id,
    name: toolName(asText(first(NAME)), span, received),
    arguments: sent === undefined || sent === null ? null : toArguments(unwrapArguments(sent), sent),
    // What a failed tool left is mostly the error once more.
    result: result === null || error !== null ? resultBeside(error, result?.text ?? null) : result.text,
    error,
  };
}

function resultOf({ attributes }: Span, received: unknown): unknown {
  return received !== undefined && received === attributes.get(ADK_RESULT) ? bareResult(received) : received;
}

function resultBeside(error: string | null, text: string | null): string | null {
  if (error === null || text === null) return text;
  const message = error.slice(error.indexOf(': ') + 1).trim();
  return text === '' || text.includes(message) || /^\s*(?:an )?error/i.test(text) ? null : text;
}

function toArguments(unwrapped: unknown, sent: unknown): unknown {
  return Array.isArray(unwrapped) ? readArguments(sent) : readArguments(unwrapped);
}

/** What frameworks put around the name of a tool in the name of its span. */
const AROUND_NAME =
  /^(?:execute_tool|running tool:?|tools\/call|Function:)\s+|\.(?:__call__|a?call|a?run|a?invoke|tool)$/g;
const PLAIN_NAME = /^[\w.:/-]{1,128}$/;
/** A class of tools, not one of them. */
const CLASS = /^(?:[A-Z]\w*)?Tool$/;

/** The name that the span has, else the one of its result or its own; bookkeeping of a framework is no call. */
function toolName(named: string, { name }: Span, received: unknown): string {
  const own = (named || name).replaceAll(AROUND_NAME, '');
  const { tool_name: inResult } = asObject(unembedded(received));
  const found = CLASS.test(own) && typeof inResult === 'string' ? inResult : own;
  return /^\(.*\)$/.test(found) || (named === '' && !PLAIN_NAME.test(found)) ? '' : found;
}

/** The older and the newest form: arguments and result as messages on events of the span. */
function callInMessages(span: Span): { id: string | null; arguments: unknown; result: unknown } {
  const { history, answer } = readExchange(span);
  const asked = [...history, ...answer].flatMap(({ calls }) => calls)[0];
  const given = [...answer, ...history].flatMap(({ answers }) => answers)[0];
  const spoken = answer.find(({ text }) => text !== '')?.text;
  if (spoken === undefined) {
    const id = asked?.id ?? given?.id ?? null;
    return { id, arguments: asked?.arguments ?? null, result: given?.text };
  }
  // Strands: the message of the tool has its arguments, the choice its result.
  return { id: given?.id ?? null, arguments: asked?.arguments ?? given?.text ?? null, result: spoken };
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
    return {
      key: callKey(value, nth),
      nth,
      facts: { key: `${at}:${id}:${String(place).padStart(6, '0')}`, value, service },
      answer: told.answer === null ? null : { key: `${start}:${id}`, value: answerValue(told.answer) },
    };
  });
}

/** Some tell a failure only in the text that the model was given. */
const FAILED = /^\s*Error(?:: .*)? (?:executing|running|invoking|calling) (?:the )?tool\b/i;

/** What says nothing beyond that it failed. */
const BARE = /^\s*Error executing tool:\s*/i;

function answerValue({ text: sent, failed: marked }: ToolAnswer): { text: string; failed: boolean } {
  const { text, failed } = unwrapResult(sent);
  const isError = marked || failed || FAILED.test(text);
  return { text: isError ? errorLine(undefined, text.replace(BARE, '')) : text, failed: isError };
}

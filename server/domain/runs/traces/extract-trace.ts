/**
 * From spans to what their trace is known by. Each span is read alone: what it offers does not depend on the
 * others.
 */
import { cleanJson } from '../../fields.ts';
import { asObject, asText, isObject, unembedded } from '../conversation/embedded-json.ts';
import { toMessages } from '../conversation/turn.ts';
import { findAgentId, findFramework, findRecallId, findSessionId, findUserId } from './identity.ts';
import { type Exchange, flattenedList, readExchange } from './model-call.ts';
import { readUsage } from './model-usage.ts';
import type { RankedValue } from './ranked-value.ts';
import type { Span } from './span.ts';
import { readToolCall, requestedCalls } from './tool-span.ts';
import {
  boundRequested,
  boundRetrieved,
  boundTools,
  EMPTY_STATE,
  mergeAll,
  type TraceState,
} from './trace-state.ts';

const MAX_SERVICE = 256;
const DIGITS = 9;
const NOTHING_SAID: Exchange = { history: [], answer: [] };

/**
 * What spans of one trace say together. NUL and lone surrogates are replaced. A single span may hold megabytes.
 */
export function extractTrace(spans: readonly Span[]): TraceState {
  return cleanJson(mergeAll(spans.map(readSpan)));
}

/**
 * What one span says. A span that is no part of a run only tells of the run if it is the root or names whose
 * run it is.
 */
function readSpan(span: Span): TraceState {
  const kind = findSpanKind(span);
  const place = `${span.start}:${span.id}`;
  const offer = <T>(value: T | null, rank: number): RankedValue<T> | null =>
    value === null ? null : { key: `${rank}:${place}`, value };
  const rank = span.root ? 0 : 1;
  const isRun = kind !== 'other';
  // Read once: it may be most of a request.
  const exchange = kind === 'tool' || !(isRun || span.root) ? NOTHING_SAID : readExchange(span);
  const read: ReadSpan = { span, kind, exchange };
  return {
    ...EMPTY_STATE,
    ...(isRun ? runPart(read, offer) : {}),
    ...(span.root ? rootPart(read, offer) : {}),
    session: offer(findSessionId(span.attributes), rank),
    user: offer(findUserId(span.attributes), rank),
    agent: offer(findAgentId(span.attributes), rank + 1),
    recall: offer(findRecallId(span.attributes), rank),
    ...foundPart(span),
  };
}

/** The documents of a retriever, which go into a prompt as if its author had written them. */
function foundPart({ attributes, start, id }: Span): Partial<TraceState> {
  const documents = flattenedList(attributes, 'retrieval.documents.');
  const texts = documents.map((document) => asText(asObject(asObject(document).document).content));
  const entries = texts.map((text, at) => ({
    key: `${start}:${id}:${String(at).padStart(DIGITS, '0')}`,
    text,
  }));
  const found = boundRetrieved(entries.filter(({ text }) => text !== ''));
  return found.entries.length === 0 ? {} : { found };
}

type Offer = <T>(value: T | null, rank: number) => RankedValue<T> | null;

interface ReadSpan {
  span: Span;
  kind: SpanKind;
  exchange: Exchange;
}

function runPart({ span, kind, exchange }: ReadSpan, offer: Offer): Partial<TraceState> {
  const spoken = toMessages([...exchange.history, ...exchange.answer]);
  return {
    run: true,
    first: span.start,
    last: span.end,
    framework: servedBy(span, offer(findFramework(span), 0)),
    service: offer(span.service === '' ? null : span.service.slice(0, MAX_SERVICE), 0),
    task: servedBy(span, offer(findTask(span, exchange), kind === 'model' ? 1 : 2)),
    ...(kind === 'tool' ? { tools: boundTools([toolEntry(span)]) } : {}),
    ...(kind === 'model' ? usagePart(span) : {}),
    asked: boundRequested(requestedCalls(exchange, span)),
    conversation:
      spoken.length === 0
        ? null
        : servedBy(span, { key: conversationKey(span, kind, spoken.length), value: spoken }),
  };
}

/** The value with whose span it was. */
function servedBy<T>({ service }: Span, value: RankedValue<T> | null): RankedValue<T> | null {
  return value && { ...value, service };
}

/** Of model calls only: agents around them tell the sum of theirs. */
function usagePart({ attributes, start, id }: Span): Partial<TraceState> {
  const usage = readUsage(attributes, `${start}:${id}`);
  return usage === null ? {} : { usage: { entries: [usage], cut: null } };
}

function toolEntry(span: Span) {
  return { key: `${span.start}:${span.id}`, call: readToolCall(span), service: span.service };
}

function rootPart({ span, exchange }: ReadSpan, offer: Offer): Partial<TraceState> {
  const { error, start, end, service } = span;
  const task = offer(rootInput(span, exchange), 0);
  return {
    root: offer({ error, start, end, service }, 0),
    output: offer(rootOutput(span, exchange), 0),
    ...(task === null ? {} : { task }),
  };
}

/**
 * The longest exchange of a model first; of equally long ones the latest; those of agents only where there is
 * no other.
 */
function conversationKey({ start, id }: Span, kind: SpanKind, length: number): string {
  return [
    kind === 'model' ? 0 : 1,
    String(10 ** DIGITS - length).padStart(DIGITS + 1, '0'),
    reversed(start),
    id,
  ].join(':');
}

/** Digits such that later times come first. */
function reversed(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String(DIGITS - Number(digit)));
}

/** What the run was for, as far as this span knows: the last that the user said to it. */
function findTask(span: Span, { history }: Exchange): string | null {
  const asked = history.findLast(({ role, text }) => role === 'user' && text !== '');
  return asked?.text ?? (findSpanKind(span) === 'agent' ? plainInput(span) : null);
}

function rootInput(span: Span, exchange: Exchange): string | null {
  return findTask(span, exchange) ?? plainInput(span);
}

const INPUTS = ['input.value', 'traceloop.entity.input', 'gen_ai.task', 'input'];
const OUTPUTS = ['output.value', 'traceloop.entity.output', 'output'];
const TELLING_FIELDS = ['task', 'question', 'query', 'input', 'prompt', 'text', 'content'];
const ANSWERING_FIELDS = ['answer', 'output', 'result', 'text', 'content', 'response'];

function plainInput({ attributes }: Span): string | null {
  return plainText(
    INPUTS.map((key) => attributes.get(key)).find((value) => value !== undefined),
    TELLING_FIELDS,
  );
}

function rootOutput({ attributes }: Span, { answer }: Exchange): string | null {
  const said = answer.findLast(({ text }) => text !== '')?.text;
  if (said !== undefined) return said;
  return plainText(
    OUTPUTS.map((key) => attributes.get(key)).find((value) => value !== undefined),
    ANSWERING_FIELDS,
  );
}

/** A text, or the one field of an object that says what the object is about, or the object as text. */
function plainText(value: unknown, fields: readonly string[]): string | null {
  const read = unembedded(value);
  const object = asObject(read);
  const telling = fields
    .map((name) => object[name])
    .find((field) => typeof field === 'string' && field !== '');
  return (isObject(read) && typeof telling === 'string' ? telling : asText(value)) || null;
}

type SpanKind = 'model' | 'tool' | 'agent' | 'other';

const OPENINFERENCE: Readonly<Record<string, SpanKind>> = {
  LLM: 'model',
  TOOL: 'tool',
  AGENT: 'agent',
  CHAIN: 'agent',
};

const GEN_AI: Readonly<Record<string, SpanKind>> = {
  chat: 'model',
  completion: 'model',
  text_completion: 'model',
  generate_content: 'model',
  execute_tool: 'tool',
  invoke_agent: 'agent',
  invoke_workflow: 'agent',
};

const TRACELOOP: Readonly<Record<string, SpanKind>> = {
  workflow: 'agent',
  agent: 'agent',
  task: 'agent',
  tool: 'tool',
};

const MODEL_SIGNS = [
  'gen_ai.request.model',
  'gen_ai.prompt.0.content',
  'gen_ai.prompt.0.role',
  'llm.request.type',
];

function vercelKind(operation: string): SpanKind {
  if (operation === 'ai.toolCall') return 'tool';
  if (/\.do(Generate|Stream)$/.test(operation)) return 'model';
  return /^ai\.(generate|stream)(Text|Object)$/.test(operation) ? 'agent' : 'other';
}

/** The kind of a span, by the first convention that names one. */
function findSpanKind({ attributes }: Span): SpanKind {
  const openInference = attributes.get('openinference.span.kind');
  if (typeof openInference === 'string') return OPENINFERENCE[openInference.toUpperCase()] ?? 'other';
  const vercel = attributes.get('ai.operationId');
  if (typeof vercel === 'string' && vercel.startsWith('ai.')) return vercelKind(vercel);
  const operation = attributes.get('gen_ai.operation.name');
  if (typeof operation === 'string') return GEN_AI[operation.toLowerCase()] ?? 'other';
  const traceloop = attributes.get('traceloop.span.kind');
  if (typeof traceloop === 'string') return TRACELOOP[traceloop.toLowerCase()] ?? 'other';
  if (attributes.has('gen_ai.tool.name') || attributes.has('gen_ai.tool.call.id')) return 'tool';
  return MODEL_SIGNS.some((key) => attributes.has(key)) ? 'model' : 'other';
}

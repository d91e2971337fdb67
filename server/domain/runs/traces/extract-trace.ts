/**
 * From spans to what is known of the runs that they belong to. Each span is read alone: what it offers does not
 * depend on the others.
 */
import { cleanJson } from '../../fields.ts';
import { asList, asObject, asText, unembedded } from '../conversation/embedded-json.ts';
import { toMessages } from '../conversation/turn.ts';
import {
  findAgentId,
  findFramework,
  findModel,
  findRecallId,
  findSessionId,
  findUserId,
  serviceAgent,
} from './identity.ts';
import { type Exchange, flattenedList, readExchange } from './model-call.ts';
import { readUsage } from './model-usage.ts';
import type { RankedValue } from './ranked-value.ts';
import type { Span } from './span.ts';
import { findSpanKind, type SpanKind } from './span-kind.ts';
import { readToolCall, requestedCalls } from './tool-span.ts';
import { makeForest, type TraceForest } from './trace-forest.ts';
import {
  boundConversations,
  boundRequested,
  boundRetrieved,
  boundTools,
  EMPTY_STATE,
  lineageOf,
  type TraceState,
} from './trace-state.ts';
import { answerIn, taskIn, unwrapPrompt } from './unwrap.ts';

const MAX_SERVICE = 256;
const DIGITS = 9;
const NOTHING_SAID: Exchange = { history: [], answer: [] };

/**
 * What spans of one trace say together. NUL and lone surrogates are replaced. A single span may hold megabytes.
 */
export function extractTrace(spans: readonly Span[]): TraceForest {
  return cleanJson(
    makeForest(
      spans.map((span) => {
        const kind = span.parent === null ? 'model' : findSpanKind(span);
        return { id: span.id, parent: span.parent, kind, state: readSpan(span, kind) };
      }),
    ),
  );
}

/**
 * What one span says. A span that is no part of a run only tells of the run if it is the root or names whose
 * run it is.
 */
function readSpan(span: Span, kind: SpanKind): TraceState {
  const place = placeOf(span);
  const offer = <T>(value: T | null, rank: number): RankedValue<T> | null =>
    value === null ? null : { key: `${rank}:${place}`, value };
  const isAgent = kind === 'agent' || kind === 'step';
  const isRoot = span.parent === '';
  const rank = isAgent ? 0 : 1;
  // Read once: it may be most of a request.
  const exchange = kind === 'tool' || !(kind !== 'other' || isRoot) ? NOTHING_SAID : readExchange(span);
  const read: ReadSpan = { span, kind, exchange };
  return {
    ...EMPTY_STATE,
    ...(kind === 'other' ? {} : runPart(read, offer)),
    ...(isAgent || isRoot ? topPart(read, offer) : {}),
    session: offer(findSessionId(span.attributes), rank),
    user: offer(findUserId(span.attributes), rank),
    agent: offer(findAgentId(span.attributes), 1),
    recall: offer(findRecallId(span.attributes), rank),
    ...foundPart(span),
  };
}

/** Of spans that begin at the same time the one that ends last comes first: it is around the others. */
function placeOf({ start, end, id }: Span): string {
  return `${start}:${reversed(end)}:${id}`;
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
  return {
    run: true,
    first: span.start,
    last: span.end,
    framework: servedBy(span, offer(findFramework(span), kind === 'agent' || kind === 'step' ? 0 : 1)),
    service: offer(span.service === '' ? null : span.service.slice(0, MAX_SERVICE), 0),
    task: servedBy(span, offer(findTask({ span, kind, exchange }), taskRank(kind, span.parent))),
    ...(kind === 'tool' ? { tools: boundTools([toolEntry(span)]) } : {}),
    ...(kind === 'model' ? { ...usagePart(span), lastCall: span.start } : {}),
    failed: findFailure({ span, kind, exchange }),
    ...modelPart(span, kind),
    asked: boundRequested(requestedCalls(exchange, span)),
    conversations: conversationPart({ span, kind, exchange }),
  };
}

/** The value with whose span it was. */
function servedBy<T>({ service }: Span, value: RankedValue<T>): RankedValue<T>;
function servedBy<T>({ service }: Span, value: RankedValue<T> | null): RankedValue<T> | null;
function servedBy<T>({ service }: Span, value: RankedValue<T> | null): RankedValue<T> | null {
  return value && { ...value, service };
}

/** The run's own input counts before its first model call, and that before the inputs of its steps. */
function taskRank(kind: SpanKind, parent: string | null): number {
  if (kind === 'agent' || (kind === 'step' && parent === '')) return 0;
  return kind === 'model' ? 1 : 2;
}

/** Of model calls only: agents around them tell the sum of theirs. */
function usagePart({ attributes, start, id, parent }: Span): Partial<TraceState> {
  const usage = readUsage(attributes, `${start}:${id}`);
  return usage === null ? {} : { usage: { entries: [{ ...usage, id, parent: parent ?? '' }], cut: null } };
}

/** The model that answered last; where no answer names one, the model that was asked last. */
function modelPart(span: Span, kind: SpanKind): Partial<TraceState> {
  if (kind === 'tool') return {};
  const model = findModel(span);
  if (model === null) return {};
  const rank = `${model.answered ? 0 : 1}${kind === 'model' ? 0 : 1}`;
  return { model: { key: `${rank}:${reversed(span.end)}:${span.id}`, value: model.name } };
}

function toolEntry(span: Span) {
  const { start, end, id, parent, service } = span;
  return { key: `${start}:${id}`, call: readToolCall(span), id, parent: parent ?? '', end, service };
}

/** How smolagents asks for an answer after the last step that it allows. */
const GAVE_UP = /^An agent tried to answer a user query but it got stuck and failed/;

/** The failure of an agent, the last one first. */
function findFailure({ span, kind, exchange }: ReadSpan) {
  const { error, end, id } = span;
  const gaveUp = kind === 'model' && GAVE_UP.test(exchange.history[0]?.text ?? '');
  const reason = gaveUp ? 'the agent found no answer within its steps' : error;
  const isFailure = gaveUp || (kind === 'agent' && error !== null);
  return isFailure && reason !== null
    ? servedBy(span, { key: `${reversed(end)}:${id}`, value: { error: reason, end } })
    : null;
}

/** What only the spans around a run say, an agent before what is around it. */
function topPart({ span, kind, exchange }: ReadSpan, offer: Offer): Partial<TraceState> {
  const { error, start, end, service } = span;
  const rank = kind === 'other' ? 1 : 0;
  const task = servedBy(span, offer(findTask({ span, kind, exchange }), taskRank(kind, span.parent)));
  const output = findOutput(span, exchange);
  return {
    root: offer({ error, start, end, answered: output !== null, service }, rank),
    output: servedBy(span, offer(output, rank)),
    service: offer(serviceName(span), rank),
    ...(serviceAgent(span.service) === null ? {} : { named: offer(serviceAgent(span.service), rank) }),
    ...(task === null ? {} : { task }),
  };
}

function serviceName({ service }: Span): string | null {
  return service === '' ? null : service.slice(0, MAX_SERVICE);
}

/** The longest exchange of each conversation, with a model first; those of agents only where there is no other. */
function conversationPart({ span, kind, exchange }: ReadSpan) {
  const spoken = toMessages([...exchange.history, ...exchange.answer]);
  if (spoken.length === 0) return EMPTY_STATE.conversations;
  const begins = spoken.find(({ role }) => role !== 'system') ?? spoken[0];
  const length = String(10 ** DIGITS - spoken.length).padStart(DIGITS + 1, '0');
  const rank = kind === 'model' ? 0 : 1;
  return boundConversations([
    {
      key: lineageOf(begins?.content ?? ''),
      start: span.start,
      best: servedBy(span, { key: [rank, length, reversed(span.start), span.id].join(':'), value: spoken }),
    },
  ]);
}

/** Digits such that later times come first. */
function reversed(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String(DIGITS - Number(digit)));
}

const INPUTS = [
  'crewai.task.description',
  'crew_tasks',
  'input.value',
  'gen_ai.task.input',
  'traceloop.entity.input',
  'gcp.vertex.agent.invocation_input',
  'langfuse.observation.input',
  'langfuse.trace.input',
  'mastra.input',
  'gen_ai.task',
  'input',
  'prompt',
];
const OUTPUTS = [
  'crewai.crew.result',
  'output.value',
  'final_result',
  'traceloop.entity.output',
  'langfuse.observation.output',
  'mastra.output',
  'output',
];

/** What the run was for, as far as this span knows: the last that the user said to it. */
function findTask({ span: { attributes }, kind, exchange: { history } }: ReadSpan): string | null {
  const said = history.findLast(
    ({ role, text, answers }) => role === 'user' && answers.length === 0 && text !== '',
  );
  if (said !== undefined && (kind === 'model' || !attributes.has('crewai.crew.tasks_output')))
    return unwrapPrompt(said.text);
  if (kind === 'model' || kind === 'tool') return null;
  for (const name of INPUTS) {
    const text = name === 'crew_tasks' ? crewTask(attributes.get(name)) : taskIn(attributes.get(name));
    if (text !== null) return text;
  }
  return null;
}

/** The first task of a crew, unless values are still to be put into it. */
function crewTask(tasks: unknown): string | null {
  const [first] = asList(unembedded(tasks));
  const { description } = asObject(first);
  return typeof description === 'string' && !/\{\w+\}/.test(description) ? description : null;
}

function findOutput({ attributes }: Span, { answer }: Exchange): string | null {
  const said = answer.findLast(({ text }) => text !== '')?.text;
  if (said !== undefined) return said;
  const output = OUTPUTS.map((key) => attributes.get(key)).find((value) => value !== undefined);
  return output === undefined ? null : answerIn(output);
}

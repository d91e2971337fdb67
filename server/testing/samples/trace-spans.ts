/** Spans as exporters write them, for tests of what is made of traces. */
import type { PlainEpisode } from '../../domain/runs/conversation/plain-episode.ts';
import { assembleEpisode } from '../../domain/runs/traces/assemble-episode.ts';
import { extractTrace } from '../../domain/runs/traces/extract-trace.ts';
import { readSpans, traceExportSchema } from '../../domain/runs/traces/span.ts';
import { findRuns, setApart, type TraceForest } from '../../domain/runs/traces/trace-forest.ts';

type Value = string | number | boolean | readonly string[];

/** A span in short: times are milliseconds since the run began. */
export interface SpanOf {
  id: number;
  parent?: number;
  trace?: string;
  at?: number;
  lasts?: number;
  scope?: string;
  name?: string;
  attributes?: Record<string, Value>;
  /** The message of a status of error. */
  failed?: string;
  events?: { name: string; attributes: Record<string, Value> }[];
}

const BEGAN = 1_790_000_000_000;

/** A trace id made of a word, so that tests can tell theirs apart. */
export function makeTraceId(word: string): string {
  return Buffer.from(word).toString('hex').padEnd(32, '0').slice(0, 32);
}

function spanId(id: number): string {
  return id.toString(16).padStart(16, '0');
}

function nanoseconds(milliseconds: number): string {
  return `${BEGAN + milliseconds}000000`;
}

function anyValue(value: Value): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
}

function keyValues(attributes: Record<string, Value>) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function toSpan(span: SpanOf) {
  const { id, parent, trace = 'trace', name = `span ${span.id}`, at = 0, lasts = 1 } = span;
  const { attributes = {}, failed, events = [] } = span;
  return {
    traceId: makeTraceId(trace),
    spanId: spanId(id),
    ...(parent === undefined ? {} : { parentSpanId: spanId(parent) }),
    name,
    kind: 1,
    startTimeUnixNano: nanoseconds(at),
    endTimeUnixNano: nanoseconds(at + lasts),
    attributes: keyValues(attributes),
    events: events.map(({ name, attributes: own }) => ({ name, attributes: keyValues(own) })),
    status: failed === undefined ? { code: 0 } : { code: 2, message: failed },
  };
}

/** An export of spans, each in a group of its own. */
export function toExport(spans: readonly SpanOf[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues({ 'service.name': 'shop' }) },
        scopeSpans: spans.map((span) => ({
          scope: { name: span.scope ?? '@opentelemetry/instrumentation-openai' },
          spans: [toSpan(span)],
        })),
      },
    ],
  };
}

/** A log record in short, of the span of this id. */
export interface LogOf {
  span: number;
  trace: string;
  at?: number;
  event: string;
  body?: Record<string, Value>;
  attributes?: Record<string, Value>;
}

/** An export of log records. */
export function toLogExport(records: readonly LogOf[]) {
  const logRecords = records.map(({ span, trace, at = 0, event, body = {}, attributes = {} }) => ({
    traceId: makeTraceId(trace),
    spanId: spanId(span),
    timeUnixNano: nanoseconds(at),
    eventName: event,
    body: { kvlistValue: { values: keyValues(body) } },
    attributes: keyValues(attributes),
  }));
  const resource = { attributes: keyValues({ 'service.name': 'shop' }) };
  return {
    resourceLogs: [
      { resource, scopeLogs: [{ scope: { name: 'opentelemetry.instrumentation.openai_v2' }, logRecords }] },
    ],
  };
}

const ASKED = '{"city":"Bern"}';
const USER = { role: 'user', parts: [{ type: 'text', content: 'Is it raining in Bern?' }] };
const CALL = {
  role: 'assistant',
  parts: [{ type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Bern' } }],
};
const ANSWERED = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'rain' }] };
const SAID = { role: 'assistant', parts: [{ type: 'text', content: 'Yes, take a coat.' }] };

/**
 * A run of one agent: two model calls, a tool between them and one that fails, under a root that went well.
 */
export function aRun(trace: string, extra: Record<string, Value> = {}): SpanOf[] {
  const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };
  const tool = { 'gen_ai.operation.name': 'execute_tool' };
  return [
    {
      id: 1,
      trace,
      lasts: 90,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'forecaster',
        'gen_ai.conversation.id': `session of ${trace}`,
        'enduser.id': 'u-1',
        ...extra,
      },
    },
    {
      id: 2,
      parent: 1,
      trace,
      at: 10,
      lasts: 10,
      attributes: {
        ...chat,
        'gen_ai.input.messages': JSON.stringify([USER]),
        'gen_ai.output.messages': JSON.stringify([CALL]),
      },
    },
    {
      id: 3,
      parent: 1,
      trace,
      at: 30,
      attributes: {
        ...tool,
        'gen_ai.tool.name': 'weather',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': ASKED,
        'gen_ai.tool.call.result': 'rain',
      },
    },
    {
      id: 4,
      parent: 1,
      trace,
      at: 40,
      failed: 'no such station',
      attributes: { ...tool, 'gen_ai.tool.name': 'station', 'gen_ai.tool.call.arguments': '{"id":7}' },
    },
    {
      id: 5,
      parent: 1,
      trace,
      at: 60,
      lasts: 20,
      attributes: {
        ...chat,
        'gen_ai.input.messages': JSON.stringify([USER, CALL, ANSWERED]),
        'gen_ai.output.messages': JSON.stringify([SAID]),
      },
    },
  ];
}

// What is made of spans, for tests of the extraction.

/** What spans of one trace say together. */
export function readForest(spans: SpanOf[]): TraceForest {
  return extractTrace(readSpans(traceExportSchema.parse(toExport(spans))).spans);
}

/** The episodes of the runs in one trace. */
export function readEpisodes(spans: SpanOf[]): PlainEpisode[] {
  return findRuns(setApart(readForest(spans))).map((run) => assembleEpisode(makeTraceId('trace'), run));
}

/** The episode of a trace that is one run. */
export function readEpisode(spans: SpanOf[]): PlainEpisode {
  const [episode, ...others] = readEpisodes(spans);
  if (episode === undefined || others.length > 0) throw new Error(`${others.length + 1} runs, or none`);
  return episode;
}

/** A model call below a root, by the conventions of OpenTelemetry. */
export function modelCall(attributes: SpanOf['attributes'], more: Partial<SpanOf> = {}): SpanOf {
  return {
    id: 2,
    parent: 1,
    at: 10,
    attributes: { 'gen_ai.operation.name': 'chat', ...attributes },
    ...more,
  };
}

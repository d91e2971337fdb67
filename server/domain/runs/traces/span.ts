/** One span as the extraction reads it: ids and times checked, attributes by key, and whether it failed. */
import { z } from 'zod';
import { cleanText } from '../../fields.ts';
import { asList, asText, isObject, type JsonObject } from '../conversation/embedded-json.ts';
import { errorLine } from './unwrap.ts';

// The attributes of OTLP's JSON form as plain values. Whatever does not fit is as if it were not there.

/** Attributes by key. A map, because keys are the sender's choice. */
export type Attributes = ReadonlyMap<string, unknown>;

const MAX_DEPTH = 64;
/** Of each of 100,000 events that have none. */
const NO_ATTRIBUTES: Attributes = new Map();

/** Reads a list of KeyValue; of a key that occurs twice the first counts. */
export function readAttributes(list: unknown): Attributes {
  const entries = asList(list);
  if (entries.length === 0) return NO_ATTRIBUTES;
  const attributes = new Map<string, unknown>();
  for (const entry of entries) {
    if (!isObject(entry) || typeof entry.key !== 'string' || attributes.has(entry.key)) continue;
    const value = anyValue(entry.value, 0);
    if (value !== undefined && value !== null) attributes.set(entry.key, value);
  }
  return attributes;
}

export function anyValue(value: unknown, depth: number): unknown {
  if (!isObject(value) || depth > MAX_DEPTH) return undefined;
  if (typeof value.stringValue === 'string') return value.stringValue;
  if (typeof value.boolValue === 'boolean') return value.boolValue;
  if (value.intValue !== undefined) return integer(value.intValue);
  if (typeof value.doubleValue === 'number') return value.doubleValue;
  if (isObject(value.arrayValue)) {
    return asList(value.arrayValue.values).map((item) => anyValue(item, depth + 1) ?? null);
  }
  if (isObject(value.kvlistValue)) return keyValues(value.kvlistValue.values, depth);
  return undefined;
}

/** A 64-bit integer is text in JSON; one that a number cannot hold stays text. */
function integer(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function keyValues(list: unknown, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const entry of asList(list)) {
    if (!isObject(entry) || typeof entry.key !== 'string') continue;
    entries.push([entry.key, anyValue(entry.value, depth + 1) ?? null]);
  }
  return Object.fromEntries(entries);
}

interface SpanEvent {
  readonly name: string;
  readonly attributes: Attributes;
}

export interface Span {
  readonly traceId: string;
  readonly id: string;
  /** Empty for the root of its trace, null where only events of the span are known. */
  readonly parent: string | null;
  readonly name: string;
  /** Nanoseconds since 1970 as 20 digits, so that their order as text is their order in time. */
  readonly start: string;
  readonly end: string;
  readonly scope: string;
  readonly service: string;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  /** Why it failed, or null where it did not. */
  readonly error: string | null;
}

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/i;
const SPAN_ID = /^(?!0{16})[0-9a-f]{16}$/i;
const NO_PARENT = /^0*$/;
const NANOSECONDS = /^\d{1,20}$/;
const TIME_DIGITS = 20;

/** The spans of an export; `unreadable` counts those whose ids make no sense. */
export function readSpans(sent: TraceExport): { spans: Span[]; unreadable: number } {
  const spans: Span[] = [];
  let unreadable = 0;
  for (const { resource, scopeSpans } of sent.resourceSpans ?? []) {
    const service = asText(readAttributes(fieldOf(resource, 'attributes')).get('service.name'));
    for (const group of scopeSpans ?? []) {
      const scope = asText(fieldOf(group.scope, 'name'));
      for (const raw of group.spans ?? []) {
        const span = readSpan(raw, { scope, service });
        if (span === null) unreadable += 1;
        else spans.push(span);
      }
    }
  }
  return { spans, unreadable };
}

/** A field of what may be an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function readSpan(raw: unknown, origin: { scope: string; service: string }): Span | null {
  if (!isObject(raw)) return null;
  const ids = readIds(raw);
  if (ids === null) return null;
  const { parentSpanId } = raw;
  const events = asList(raw.events)
    .filter(isObject)
    .map(({ name, attributes }) => ({ name: asText(name), attributes: readAttributes(attributes) }));
  const attributes = readAttributes(raw.attributes);
  const start = readTime(raw.startTimeUnixNano);
  const end = readTime(raw.endTimeUnixNano);
  return {
    ...origin,
    ...ids,
    parent:
      typeof parentSpanId !== 'string' || NO_PARENT.test(parentSpanId) ? '' : parentSpanId.toLowerCase(),
    name: asText(raw.name),
    start,
    end,
    attributes,
    events,
    error: findError(raw.status, events, attributes),
  };
}

/** The ids of a span, or of the span of a log record; null where they make no sense. */
export function readIds({ traceId, spanId }: JsonObject): { traceId: string; id: string } | null {
  if (typeof traceId !== 'string' || !TRACE_ID.test(traceId)) return null;
  if (typeof spanId !== 'string' || !SPAN_ID.test(spanId)) return null;
  return { traceId: traceId.toLowerCase(), id: spanId.toLowerCase() };
}

/** Nanoseconds since 1970 as digits that sort as they follow each other. */
export function readTime(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  const digits = typeof text === 'string' && NANOSECONDS.test(text) ? text : '0';
  return digits.padStart(TIME_DIGITS, '0');
}

/** LangGraph stops a run by an exception where a person is to decide. */
const INTERRUPTED = /\b(?:GraphInterrupt|NodeInterrupt|GraphBubbleUp|ParentCommand)\b/;

/**
 * A status of error, in either spelling of its code. An exception that was handled leaves the status as it
 * is.
 */
function findError(status: unknown, events: readonly SpanEvent[], attributes: Attributes): string | null {
  const code = fieldOf(status, 'code');
  if (code !== 2 && code !== '2' && code !== 'STATUS_CODE_ERROR') return null;
  const exception = events.findLast(({ name }) => name === 'exception')?.attributes;
  const reason = `${asText(exception?.get('exception.type'))} ${asText(fieldOf(status, 'message'))}`;
  if (INTERRUPTED.test(reason)) return null;
  const candidates = [
    errorLine(exception?.get('exception.type'), exception?.get('exception.message')),
    errorLine(undefined, fieldOf(status, 'message')),
    errorLine(exception?.get('exception.type'), undefined),
    errorLine(undefined, attributes.get('error.message')),
    errorLine(attributes.get('error.type'), undefined),
  ];
  return cleanText(candidates.find((text) => text !== '') ?? 'error');
}

// The envelope of an OTLP export in JSON and its answer. Spans are read one by one, so that a bad one spoils
// no other.

const span = z.unknown().meta({ override: { type: 'object', description: 'An OTLP span' } });

const scopeSpansSchema = z.object({
  scope: z.unknown().optional(),
  spans: z.array(span).nullish(),
});

const resourceSpansSchema = z.object({
  resource: z.unknown().optional(),
  scopeSpans: z.array(scopeSpansSchema).nullish(),
});

/** An ExportTraceServiceRequest. */
export const traceExportSchema = z
  .object({ resourceSpans: z.array(resourceSpansSchema).nullish() })
  .meta({ id: 'ExportTraceServiceRequest' });
export type TraceExport = z.infer<typeof traceExportSchema>;

const count = () => z.number().int().min(0).max(2_147_483_647);

/** What a reply says of the episodes that were made. */
export const tracedEpisodes = {
  accepted: count().describe('Episodes that are new'),
  duplicates: count().describe('Runs that an episode was made of before, whether or not this completed it'),
  episodes: z.array(
    z.object({ episode_id: z.string(), trace_id: z.string(), duplicate: z.boolean() }).meta({
      id: 'TracedEpisode',
    }),
  ),
};

/** An ExportTraceServiceResponse with more in it: a decoder of OTLP ignores what it does not know. */
export const tracesOutSchema = z
  .object({
    partialSuccess: z
      .object({ rejectedSpans: count().optional(), errorMessage: z.string().optional() })
      .describe('The spans that no episode was made of, and why; empty where there are none'),
    ...tracedEpisodes,
  })
  .meta({ id: 'ExportTraceServiceResponse' });
export type TracesOut = z.infer<typeof tracesOutSchema>;

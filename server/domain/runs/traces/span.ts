/** One span as the extraction reads it: ids and times checked, attributes by key, and whether it failed. */
import { cleanText } from '../../fields.ts';
import { type Attributes, readAttributes } from './attributes.ts';
import { isObject, listOf, textOf } from './embedded-json.ts';
import type { TraceExport } from './otlp.ts';

interface SpanEvent {
  readonly name: string;
  readonly attributes: Attributes;
}

export interface Span {
  readonly traceId: string;
  readonly id: string;
  /** Whether it is its trace's root: it has no parent. */
  readonly root: boolean;
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
export function spansOf(sent: TraceExport): { spans: Span[]; unreadable: number } {
  const spans: Span[] = [];
  let unreadable = 0;
  for (const { resource, scopeSpans } of sent.resourceSpans ?? []) {
    const service = textOf(readAttributes(field(resource, 'attributes')).get('service.name'));
    for (const group of scopeSpans ?? []) {
      const scope = textOf(field(group.scope, 'name'));
      for (const raw of group.spans ?? []) {
        const span = readSpan(raw, { scope, service });
        if (span === null) unreadable += 1;
        else spans.push(span);
      }
    }
  }
  return { spans, unreadable };
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function readSpan(raw: unknown, origin: { scope: string; service: string }): Span | null {
  if (!isObject(raw)) return null;
  const { traceId, spanId, parentSpanId } = raw;
  if (typeof traceId !== 'string' || !TRACE_ID.test(traceId)) return null;
  if (typeof spanId !== 'string' || !SPAN_ID.test(spanId)) return null;
  const events = listOf(raw.events)
    .filter(isObject)
    .map(({ name, attributes }) => ({ name: textOf(name), attributes: readAttributes(attributes) }));
  const attributes = readAttributes(raw.attributes);
  const start = timeOf(raw.startTimeUnixNano);
  const end = timeOf(raw.endTimeUnixNano);
  return {
    ...origin,
    traceId: traceId.toLowerCase(),
    id: spanId.toLowerCase(),
    root: typeof parentSpanId !== 'string' || NO_PARENT.test(parentSpanId),
    start,
    end,
    attributes,
    events,
    error: errorOf(raw.status, events, attributes),
  };
}

function timeOf(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  const digits = typeof text === 'string' && NANOSECONDS.test(text) ? text : '0';
  return digits.padStart(TIME_DIGITS, '0');
}

/** A status of error, in either spelling of its code. An exception that was handled leaves the status as it is. */
function errorOf(status: unknown, events: readonly SpanEvent[], attributes: Attributes): string | null {
  const code = field(status, 'code');
  if (code !== 2 && code !== '2' && code !== 'STATUS_CODE_ERROR') return null;
  const exception = events.findLast(({ name }) => name === 'exception')?.attributes;
  const said = [
    field(status, 'message'),
    exception?.get('exception.message'),
    exception?.get('exception.type'),
    attributes.get('error.message'),
    attributes.get('error.type'),
  ];
  return cleanText(said.map(textOf).find((text) => text.trim() !== '') ?? 'error');
}

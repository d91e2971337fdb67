/**
 * An export of traces or logs in protobuf, read into the form that OTLP has in JSON, and the reply to it. The
 * envelope is read field by field and each span by itself, so that other requests get their turn in between (a
 * thread would have to hand back all that the spans say, which takes as long as to read them), and a body of empty messages, which take two bytes each, fills no memory.
 */
import {
  createFileRegistry,
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonObject,
  type JsonValue,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type { LogExport } from '../../../domain/runs/traces/log-records.ts';
import type { TraceExport } from '../../../domain/runs/traces/span.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { GatewayReply } from '../../../platform/http/message.ts';
import { Slice } from '../../../platform/turns.ts';
import { DESCRIPTORS } from './generated/descriptors.ts';

const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(DESCRIPTORS, 'base64')));

/** A message by its full name. Throws where the descriptors have none of that name. */
function messageType(name: string): DescMessage {
  const found = registry.getMessage(name);
  if (found === undefined) throw new Error(`no message ${name}`);
  return found;
}

const RESOURCE = messageType('opentelemetry.proto.resource.v1.Resource');
const SCOPE = messageType('opentelemetry.proto.common.v1.InstrumentationScope');
const SPAN = messageType('opentelemetry.proto.trace.v1.Span');

const KEY_VALUE = messageType('opentelemetry.proto.common.v1.KeyValue');
const ANY_VALUE = messageType('opentelemetry.proto.common.v1.AnyValue');

/** The numbers of the fields of a request, of ResourceSpans and ScopeSpans, and of ResourceLogs and ScopeLogs. */
const RESOURCES = 1;
const SCOPES = 2;
const ITEMS = 2;
/** The resource, or the scope. */
const ORIGIN = 1;

/** Attributes, values, events and links within one span; a hundred times as many as spans of usual size have. */
const MAX_PARTS = 100_000;
/** Levels of messages in a span; each list within a list takes two of them. */
const MAX_DEPTH = 100;

type Json = Record<string, JsonValue>;

/** What the groups of an export hold, and how one of it is read. Both signals number their fields the same. */
interface Signal {
  request: string;
  decode(bytes: Uint8Array): Json;
}

const TRACES: Signal = { request: 'ExportTraceServiceRequest', decode: decodeSpan };
const LOGS: Signal = { request: 'ExportLogsServiceRequest', decode: decodeLogRecord };

interface ScopeGroup {
  scope?: Json | undefined;
  items: unknown[];
}

interface ResourceGroup {
  resource?: Json | undefined;
  scopes: ScopeGroup[];
}

/** Reads an ExportTraceServiceRequest. Throws `bad_request` for what is none, or what is unsafe to read. */
export async function decodeExport(body: Uint8Array): Promise<TraceExport> {
  const groups = await decodeGroups(body, TRACES);
  return {
    resourceSpans: groups.map(({ resource, scopes }) => ({
      resource,
      scopeSpans: scopes.map(({ scope, items: spans }) => ({ scope, spans })),
    })),
  };
}

/** Reads an ExportLogsServiceRequest. Throws as {@link decodeExport}. */
export async function decodeLogs(body: Uint8Array): Promise<LogExport> {
  const groups = await decodeGroups(body, LOGS);
  return {
    resourceLogs: groups.map(({ resource, scopes }) => ({
      resource,
      scopeLogs: scopes.map(({ scope, items: logRecords }) => ({ scope, logRecords })),
    })),
  };
}

async function decodeGroups(body: Uint8Array, signal: Signal): Promise<ResourceGroup[]> {
  try {
    const slice = new Slice();
    const groups: ResourceGroup[] = [];
    for (const [number, bytes] of messagesIn(body)) {
      if (number !== RESOURCES) continue;
      const group = await decodeResource(bytes, signal, slice);
      if (group !== null) groups.push(group);
      if (slice.isOver) await slice.next();
    }
    return groups;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServiceError('bad_request', `the body is not an ${signal.request} in protobuf: ${reason}`);
  }
}

/** What comes from one resource; null where that is nothing. */
async function decodeResource(body: Uint8Array, signal: Signal, slice: Slice): Promise<ResourceGroup | null> {
  let resource: Json | undefined;
  const scopes: ScopeGroup[] = [];
  for (const [number, bytes] of messagesIn(body)) {
    if (number === ORIGIN) resource = decode(RESOURCE, bytes);
    if (number !== SCOPES) continue;
    const group = await decodeScope(bytes, signal, slice);
    if (group !== null) scopes.push(group);
    if (slice.isOver) await slice.next();
  }
  return scopes.length === 0 ? null : { resource, scopes };
}

async function decodeScope(body: Uint8Array, signal: Signal, slice: Slice): Promise<ScopeGroup | null> {
  let scope: Json | undefined;
  const items: unknown[] = [];
  for (const [number, bytes] of messagesIn(body)) {
    if (number === ORIGIN) scope = decode(SCOPE, bytes);
    if (number !== ITEMS) continue;
    items.push(bytes.length === 0 ? null : signal.decode(bytes));
    if (slice.isOver) await slice.next();
  }
  return items.length === 0 ? null : { scope, items };
}

function decodeSpan(bytes: Uint8Array): Json {
  const { traceId, spanId, parentSpanId, ...span } = decode(SPAN, bytes);
  return { ...span, traceId: hex(traceId), spanId: hex(spanId), parentSpanId: hex(parentSpanId) };
}

/** The numbers of the fields of a LogRecord that are read. */
const LOG = { time: 1, body: 5, attributes: 6, traceId: 9, spanId: 10, observed: 11, eventName: 12 };

/** A LogRecord, of which only few fields are read; the descriptors have its parts, but not itself. */
function decodeLogRecord(bytes: Uint8Array): Json {
  const reader = new BinaryReader(bytes);
  const record: Json = {};
  const attributes: JsonValue[] = [];
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (wireType === WireType.Bit64 && (number === LOG.time || number === LOG.observed)) {
      record[number === LOG.time ? 'timeUnixNano' : 'observedTimeUnixNano'] = String(reader.fixed64());
    } else if (wireType !== WireType.LengthDelimited) reader.skip(wireType, number);
    else if (number === LOG.attributes) attributes.push(decode(KEY_VALUE, reader.bytes()));
    else readLogField(record, number, reader.bytes());
    if (attributes.length > MAX_PARTS) throw new Error(`a log record has more than ${MAX_PARTS} attributes`);
  }
  return { ...record, attributes };
}

function readLogField(record: Json, number: number, bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (number === LOG.body) record.body = decode(ANY_VALUE, bytes);
  if (number === LOG.traceId) record.traceId = buffer.toString('hex');
  if (number === LOG.spanId) record.spanId = buffer.toString('hex');
  if (number === LOG.eventName) record.eventName = buffer.toString('utf8');
}

/** Ids are hexadecimal in OTLP's JSON, unlike in protobuf's. */
function hex(base64: JsonValue | undefined): string {
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64').toString('hex') : '';
}

function decode(type: DescMessage, bytes: Uint8Array): Json {
  requireFewParts(type, bytes);
  const message = fromBinary(type, bytes, { readUnknownFields: false, recursionLimit: MAX_DEPTH });
  return toJson(type, message, { enumAsInteger: true }) as Json;
}

/** The fields of a message that are messages or text: their numbers and bytes. */
function* messagesIn(body: Uint8Array): Generator<[number: number, bytes: Uint8Array]> {
  const reader = new BinaryReader(body);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (wireType === WireType.LengthDelimited) yield [number, reader.bytes()];
    else reader.skip(wireType, number);
  }
}

/** Throws where a message holds more others than may be read at once: read, each takes a hundred bytes or more. */
function requireFewParts(type: DescMessage, body: Uint8Array): void {
  const open: [DescMessage, Uint8Array, number][] = [[type, body, 1]];
  let parts = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [own, bytes, depth] = next;
    if (depth > MAX_DEPTH) throw new Error(`it is nested deeper than ${MAX_DEPTH} levels`);
    for (const [number, inner] of messagesIn(bytes)) {
      const part = partTypes(own).get(number);
      if (part === undefined) continue;
      parts += 1;
      if (parts > MAX_PARTS)
        throw new Error(`a span has more than ${MAX_PARTS} attributes, values and events`);
      open.push([part, inner, depth + 1]);
    }
  }
}

const known = new WeakMap<DescMessage, Map<number, DescMessage>>();

/** The types of the fields of a message that are messages themselves, by number. */
function partTypes(type: DescMessage): Map<number, DescMessage> {
  const found =
    known.get(type) ??
    new Map(type.fields.flatMap(({ number, message }) => (message === undefined ? [] : [[number, message]])));
  known.set(type, found);
  return found;
}

const ANSWER = messageType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse');
const STATUS = messageType('google.rpc.Status');

/** A reply of JSON in protobuf, with the same status and headers; one without a body as it is. */
export function encodeReply(reply: GatewayReply): GatewayReply {
  const { status, headers, body } = reply;
  if (typeof body !== 'string') return reply;
  const json = JSON.parse(body) as JsonObject;
  const message =
    status < 400
      ? fromJson(ANSWER, withoutEmptyPart(json), { ignoreUnknownFields: true })
      : fromJson(STATUS, { message: errorText(json.detail) });
  return {
    status,
    headers: { ...headers, 'content-type': 'application/x-protobuf' },
    body: toBinary(status < 400 ? ANSWER : STATUS, message),
  };
}

/**
 * The standard wants `partial_success` only where something was not taken. For logs the reply differs from that for
 * traces in a name alone, which protobuf does not send.
 */
function withoutEmptyPart({ partialSuccess, ...others }: JsonObject): JsonObject {
  const { rejectedLogRecords, ...part } = (partialSuccess ?? {}) as JsonObject;
  const all = rejectedLogRecords === undefined ? part : { ...part, rejectedSpans: rejectedLogRecords };
  return Object.keys(all).length === 0 ? others : { ...others, partialSuccess: all };
}

/** The detail of an error, or where and what its problems are. */
function errorText(detail: JsonValue | undefined): string {
  if (!Array.isArray(detail)) return String(detail);
  const problems = detail as { loc: (string | number)[]; msg: string }[];
  return problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}

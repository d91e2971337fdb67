/**
 * An export of traces in protobuf, read into the form that OTLP has in JSON, and the reply to it. The
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

/** The numbers of the fields of ExportTraceServiceRequest, ResourceSpans and ScopeSpans. */
const RESOURCE_SPANS = 1;
const SCOPE_SPANS = 2;
const SPANS = 2;
/** Of ResourceSpans its resource, of ScopeSpans its scope. */
const ORIGIN = 1;

/** Attributes, values, events and links within one span; a hundred times as many as spans of usual size have. */
const MAX_PARTS = 100_000;
/** Levels of messages in a span; each list within a list takes two of them. */
const MAX_DEPTH = 100;

type Json = Record<string, JsonValue>;
type ResourceSpans = NonNullable<NonNullable<TraceExport['resourceSpans']>[number]>;
type ScopeSpans = NonNullable<NonNullable<ResourceSpans['scopeSpans']>[number]>;

/** Reads an ExportTraceServiceRequest. Throws `bad_request` for what is none, or what is unsafe to read. */
export async function decodeExport(body: Uint8Array): Promise<TraceExport> {
  try {
    const slice = new Slice();
    const resourceSpans: ResourceSpans[] = [];
    for (const [number, bytes] of messagesIn(body)) {
      if (number !== RESOURCE_SPANS) continue;
      const group = await decodeResourceSpans(bytes, slice);
      if (group !== null) resourceSpans.push(group);
      if (slice.isOver) await slice.next();
    }
    return { resourceSpans };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServiceError(
      'bad_request',
      `the body is not an ExportTraceServiceRequest in protobuf: ${reason}`,
    );
  }
}

/** Spans with their resource; null where there is none. */
async function decodeResourceSpans(body: Uint8Array, slice: Slice): Promise<ResourceSpans | null> {
  let resource: Json | undefined;
  const scopeSpans: ScopeSpans[] = [];
  for (const [number, bytes] of messagesIn(body)) {
    if (number === ORIGIN) resource = decode(RESOURCE, bytes);
    if (number !== SCOPE_SPANS) continue;
    const group = await decodeScopeSpans(bytes, slice);
    if (group !== null) scopeSpans.push(group);
    if (slice.isOver) await slice.next();
  }
  return scopeSpans.length === 0 ? null : { resource, scopeSpans };
}

async function decodeScopeSpans(body: Uint8Array, slice: Slice): Promise<ScopeSpans | null> {
  let scope: Json | undefined;
  const spans: unknown[] = [];
  for (const [number, bytes] of messagesIn(body)) {
    if (number === ORIGIN) scope = decode(SCOPE, bytes);
    if (number !== SPANS) continue;
    spans.push(bytes.length === 0 ? null : decodeSpan(bytes));
    if (slice.isOver) await slice.next();
  }
  return spans.length === 0 ? null : { scope, spans };
}

function decodeSpan(bytes: Uint8Array): Json {
  const { traceId, spanId, parentSpanId, ...span } = decode(SPAN, bytes);
  return { ...span, traceId: hex(traceId), spanId: hex(spanId), parentSpanId: hex(parentSpanId) };
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

/** The standard wants `partial_success` only where something was not taken. */
function withoutEmptyPart({ partialSuccess = {}, ...others }: JsonObject): JsonObject {
  return Object.keys(partialSuccess ?? {}).length === 0 ? others : { ...others, partialSuccess };
}

/** The detail of an error, or where and what its problems are. */
function errorText(detail: JsonValue | undefined): string {
  if (!Array.isArray(detail)) return String(detail);
  const problems = detail as { loc: (string | number)[]; msg: string }[];
  return problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}

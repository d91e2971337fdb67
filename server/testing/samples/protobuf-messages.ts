/** OTLP in protobuf by another library than the gateway's, which reads the standard's .proto files itself. */
import { join } from 'node:path';
import protobuf from 'protobufjs';

const PROTO = join(import.meta.dirname, '../../api/rest/protobuf/proto');

const definitions = new protobuf.Root();
definitions.resolvePath = (_, target) => (target.startsWith(PROTO) ? target : join(PROTO, target));
definitions.loadSync([
  'opentelemetry/proto/collector/trace/v1/trace_service.proto',
  'google/rpc/status.proto',
]);
/** Of logs what the gateway reads; the standard's file is not among its own. */
protobuf.parse(
  `syntax = "proto3";
  package opentelemetry.proto.logs.v1;
  message ExportLogsServiceRequest { repeated ResourceLogs resource_logs = 1; }
  message ResourceLogs { opentelemetry.proto.resource.v1.Resource resource = 1; repeated ScopeLogs scope_logs = 2; }
  message ScopeLogs { opentelemetry.proto.common.v1.InstrumentationScope scope = 1; repeated LogRecord log_records = 2; }
  message LogRecord {
    fixed64 time_unix_nano = 1;
    fixed64 observed_time_unix_nano = 11;
    int32 severity_number = 2;
    string severity_text = 3;
    opentelemetry.proto.common.v1.AnyValue body = 5;
    repeated opentelemetry.proto.common.v1.KeyValue attributes = 6;
    fixed32 flags = 8;
    bytes trace_id = 9;
    bytes span_id = 10;
    string event_name = 12;
  }`,
  definitions,
);
definitions.resolveAll();

/** A message of the .proto files by its full name. */
function definedMessage(name: string): protobuf.Type {
  return definitions.lookupType(name);
}

const IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

/** Ids as the library takes bytes; OTLP's JSON has them in hexadecimal. */
function withIdsAsBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIdsAsBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      IDS.has(key) ? Buffer.from(String(inner), 'hex') : withIdsAsBytes(inner),
    ]),
  );
}

/** An export in OTLP's JSON form as an ExportTraceServiceRequest. */
export function encodeExport(json: object): Uint8Array<ArrayBuffer> {
  const type = definedMessage('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');
  return new Uint8Array(type.encode(type.fromObject(withIdsAsBytes(json) as object)).finish());
}

/** An export of logs in OTLP's JSON form as an ExportLogsServiceRequest. */
export function encodeLogs(json: object): Uint8Array<ArrayBuffer> {
  const type = definedMessage('opentelemetry.proto.logs.v1.ExportLogsServiceRequest');
  return new Uint8Array(type.encode(type.fromObject(withIdsAsBytes(json) as object)).finish());
}

/** What a reply in protobuf says, as plain values: the answer to an export, or a google.rpc.Status. */
export function decodeReply(status: number, body: Uint8Array): Record<string, unknown> {
  const type = definedMessage(
    status < 400 ? 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse' : 'google.rpc.Status',
  );
  return type.toObject(type.decode(body), { longs: Number });
}

/** A field of a message, text or bytes; its length takes as many bytes as it needs. */
export function lengthDelimited(number: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const head: number[] = [number * 8 + 2];
  let length = content.length;
  for (; length > 127; length >>>= 7) head.push((length & 127) | 128);
  return new Uint8Array(Buffer.concat([Buffer.from([...head, length]), content]));
}

/** A field that is an empty message, which takes two bytes, as often as asked. */
export function emptyMessages(number: number, count: number): Uint8Array {
  return Buffer.alloc(count * 2, Buffer.from([number * 8 + 2, 0]));
}

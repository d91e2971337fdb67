/** Replies as exporters of protobuf read them: the answer to an export, and an error in the form of the standard. */
import { fromJson, type JsonObject, type JsonValue, toBinary } from '@bufbuild/protobuf';
import type { GatewayReply } from '../../../platform/http/message.ts';
import { messageType } from './messages.ts';

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

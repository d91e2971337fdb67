/** What requests of OpenTelemetry's exporters have of their own: encodings, compression, and other signals. */
import { ServiceError } from '../../platform/errors.ts';
import { type GatewayRequest, splitTarget } from '../../platform/http/message.ts';
import type { ExportEncoding } from '../operations/operation.ts';

type Headers = Pick<GatewayRequest, 'header'>;

/** The base of an exporter that sends protobuf; it answers in protobuf too. */
const PROTOBUF_BASE = '/otlp/protobuf/';

const TYPES: Record<ExportEncoding, RegExp> = {
  json: /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i,
  protobuf: /^application\/x-protobuf\s*(;|$)/i,
};

const TAKEN: Record<ExportEncoding, string> = {
  json:
    'traces are accepted here in JSON only (content-type application/json); with an OpenTelemetry exporter set ' +
    'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/json, or let it send protobuf to <gateway>/otlp/protobuf/v1/traces ' +
    '(OTEL_EXPORTER_OTLP_ENDPOINT=<gateway>/otlp/protobuf)',
  protobuf:
    'traces are accepted here in protobuf (content-type application/x-protobuf) and in JSON (application/json)',
};

/** The encoding of an export's body, JSON where none is named. Throws 415 for one that is not in `taken`. */
export function exportEncoding({ header }: Headers, taken: readonly ExportEncoding[]): ExportEncoding {
  const type = header('content-type')?.trim();
  const found = type === undefined ? 'json' : taken.find((encoding) => TYPES[encoding].test(type));
  if (found === undefined) {
    throw new ServiceError('unsupported_media_type', TAKEN[taken.includes('protobuf') ? 'protobuf' : 'json']);
  }
  requireKnownCompression({ header });
  return found;
}

/** Whether the body says that it is compressed with gzip. */
export function isGzip({ header }: Headers): boolean {
  return /^(x-)?gzip$/i.test(header('content-encoding')?.trim() ?? '');
}

function requireKnownCompression({ header }: Headers): void {
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '' || isGzip({ header })) return;
  throw new ServiceError('unsupported_media_type', 'content-encoding must be gzip or absent');
}

/** Whether the sender reads protobuf: the standard answers in the encoding of the request, errors too. */
export function readsProtobuf({ target, header }: GatewayRequest): boolean {
  return target.startsWith(PROTOBUF_BASE) && TYPES.protobuf.test(header('content-type')?.trim() ?? '');
}

const OTHER_SIGNAL = /^(?:\/otlp(?:\/protobuf)?)?\/v1(?:development)?\/(metrics|logs|profiles)$/;

/** What a sender of metrics, logs or profiles is told; null for other targets. */
export function otherSignal(target: string): string | null {
  const signal = OTHER_SIGNAL.exec(splitTarget(target).path)?.[1];
  if (signal === undefined) return null;
  const setting = signal === 'profiles' ? '' : `: set OTEL_${signal.toUpperCase()}_EXPORTER=none`;
  return `the gateway takes traces and no ${signal}${setting}`;
}

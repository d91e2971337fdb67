/** What requests of OpenTelemetry's exporters have of their own: encodings, compression, and other signals. */
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { ServiceError } from '../../platform/errors.ts';
import { bodyTooLarge } from '../../platform/http/body-limit.ts';
import { type GatewayRequest, splitTarget } from '../../platform/http/message.ts';
import type { ExportEncoding } from '../operations/operation.ts';

type Headers = Pick<GatewayRequest, 'header'>;

/** The addresses of exporters that may send protobuf: they are answered in protobuf too. */
const PROTOBUF_PATH = /^(?:\/otlp\/protobuf\/|\/v1\/(?:traces|logs)(?:[/?#]|$))/;

const TYPES: Record<ExportEncoding, RegExp> = {
  json: /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i,
  protobuf: /^application\/x-protobuf\s*(;|$)/i,
};

const TAKEN: Record<ExportEncoding, string> = {
  json:
    'traces are accepted here in JSON only (content-type application/json); with an OpenTelemetry exporter set ' +
    'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/json, or let it send protobuf to <gateway>/v1/traces ' +
    '(OTEL_EXPORTER_OTLP_ENDPOINT=<gateway>)',
  protobuf: 'this address takes protobuf (content-type application/x-protobuf) and JSON (application/json)',
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

/** What a body may be compressed with, and who opens it. */
const COMPRESSIONS: Readonly<Record<string, Decompress | undefined>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  // Node below 22.15 has no zstd.
  zstd: typeof zlib.zstdDecompress === 'function' ? promisify(zlib.zstdDecompress) : undefined,
};

type Decompress = (body: Buffer, options: { chunkSize: number; maxOutputLength: number }) => Promise<Buffer>;

/** What is decompressed of a request at once, so that other requests get their turn. */
const CHUNK = 64 * 1024;

function compressionOf({ header }: Headers): string {
  return header('content-encoding')?.trim().toLowerCase() || 'identity';
}

/**
 * The body of an export, decompressed, at most `limit` bytes. Throws 413 above the limit and 400 for one that is not what
 * it says; one under another compression stays as it is, for {@link exportEncoding} to refuse.
 */
export async function decompressBody(headers: Headers, body: Buffer, limit: number): Promise<Buffer> {
  const compression = compressionOf(headers);
  const decompress = COMPRESSIONS[compression];
  if (decompress === undefined) return body;
  try {
    return await decompress(body, { chunkSize: CHUNK, maxOutputLength: limit });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(limit);
    if (!/^(Z_|ZSTD_|ERR_ZSTD)/.test(code)) throw error;
    throw new ServiceError('bad_request', `the body is not valid ${compression.replace('x-', '')}`);
  }
}

function requireKnownCompression(headers: Headers): void {
  const compression = compressionOf(headers);
  if (compression === 'identity' || COMPRESSIONS[compression] !== undefined) return;
  const known = Object.keys(COMPRESSIONS).filter((name) => !name.startsWith('x-') && COMPRESSIONS[name]);
  throw new ServiceError('unsupported_media_type', `content-encoding must be ${known.join(', ')} or absent`);
}

/** Whether the sender reads protobuf: the standard answers in the encoding of the request, errors too. */
export function readsProtobuf({ target, header }: GatewayRequest): boolean {
  return PROTOBUF_PATH.test(target) && TYPES.protobuf.test(header('content-type')?.trim() ?? '');
}

const OTHER_SIGNAL = /^(?:\/otlp(?:\/protobuf)?)?\/v1(?:development)?\/(metrics|logs|profiles)$/;

/** What a sender of metrics, logs or profiles is told; null for other targets. */
export function otherSignal(target: string): string | null {
  const signal = OTHER_SIGNAL.exec(splitTarget(target).path)?.[1];
  if (signal === undefined) return null;
  const setting = signal === 'profiles' ? '' : `: set OTEL_${signal.toUpperCase()}_EXPORTER=none`;
  return `${signal === 'logs' ? 'the gateway takes logs at <gateway>/v1/logs only' : `the gateway takes traces and no ${signal}`}${setting}`;
}

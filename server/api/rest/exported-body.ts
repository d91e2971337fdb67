/**
 * The body of a request as the operation reads it. Exporters of telemetry compress theirs and have several encodings: a
 * compressed one is limited by what it holds, and one that is not JSON is told so before anybody tries to read it.
 */
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ServiceError } from '../../platform/errors.ts';
import { bodyTooLarge, type GatewayRequest } from '../../platform/http/message.ts';
import type { Route } from './routes.ts';

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

/** What is decompressed of a request at once, so that other requests get their turn. */
const CHUNK = 64 * 1024;

const decompressed = new WeakMap<GatewayRequest, Promise<Buffer>>();

/** Reads the body, at most `limit` bytes of it after decompression. Throws 413 above it. */
export async function requireBody({ rest }: Route, request: GatewayRequest, limit: number): Promise<void> {
  const sent = await request.body();
  if (rest.exported !== true || !isGzip(request)) return;
  const body = gunzip(sent, limit);
  decompressed.set(request, body);
  await body;
}

/** The body of a request that {@link requireBody} was called for. Throws 415 where the operation cannot read it. */
export async function bodyOf({ rest }: Route, request: GatewayRequest): Promise<Buffer> {
  if (rest.exported === true) requireJson(request);
  return await (decompressed.get(request) ?? request.body());
}

function isGzip(request: GatewayRequest): boolean {
  return /^(x-)?gzip$/i.test(request.header('content-encoding')?.trim() ?? '');
}

function requireJson(request: GatewayRequest): void {
  const type = request.header('content-type');
  if (type !== undefined && !JSON_TYPE.test(type.trim())) {
    throw new ServiceError(
      'unsupported_media_type',
      'traces are accepted in JSON only (content-type application/json); with an OpenTelemetry exporter set OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/json',
    );
  }
  const encoding = request.header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '' || isGzip(request)) return;
  throw new ServiceError('unsupported_media_type', 'content-encoding must be gzip or absent');
}

async function gunzip(bytes: Buffer, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const gunzipper = createGunzip({ chunkSize: CHUNK });
  try {
    await pipeline([bytes], gunzipper, async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) {
        size += chunk.length;
        if (size > limit) throw bodyTooLarge(limit);
        chunks.push(chunk);
      }
    });
  } catch (error) {
    if (size > limit) throw bodyTooLarge(limit);
    throw isZlibError(error) ? new ServiceError('bad_request', 'the body is not valid gzip') : error;
  }
  return Buffer.concat(chunks);
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

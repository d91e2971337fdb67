/**
 * The REST interface, health, metrics and documentation behind one function. The socket server and the Next
 * routes both call it, so they cannot differ. What belongs to the dashboard is left to it.
 */

import type { ZodError } from 'zod';
import { measureQueue } from '../../jobs/index.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../../platform/db/trouble.ts';
import { ServiceError } from '../../platform/errors.ts';
import { corsHeaders, preflightReply } from '../../platform/http/cors.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { type GatewayReply, type GatewayRequest, jsonReply } from '../../platform/http/message.ts';
import { errorFields } from '../../platform/log/log.ts';
import { noteRequest } from '../../platform/request-context.ts';
import { type Runtime, stopping } from '../../platform/runtime.ts';
import { admit, admitAddress } from '../auth/index.ts';
import { begin, refuseInput } from '../operations/operation.ts';
import { appRouter } from '../operations/router.ts';
import { docsReply } from './docs.ts';
import { otherSignal, readsProtobuf } from './otlp.ts';
import { toProblems } from './problems.ts';
import { type RawInput, readBody, readInput } from './read-input.ts';
import { buildRoutes, findRoute, type Match, type Route } from './routes.ts';

/**
 * Answers a matched request, past tRPC, whose middlewares cost as much as all validation. The size of the body is checked
 * before the credential. The scope is checked before the input is read, so a caller learns nothing of an operation it may
 * not use. Throws every error.
 */
async function runOperation(runtime: Runtime, match: Match, request: GatewayRequest): Promise<GatewayReply> {
  const { route } = match;
  const body = await readBody(route, request, runtime.config.server.maxRequestBytes);
  const principal = await admit(runtime, request);
  noteRequest({ tenant: principal.tenant });
  const declared = { method: route.method, ...route.rest };
  const result = await begin(declared, { runtime, principal }, async (reading) => {
    const read = await readInput({ ...match, body, header: (name) => request.header(name) });
    await refuseInput(declared, { runtime: reading, principal }, read.value);
    const { success, data: input, error } = route.input.safeParse(read.value);
    if (!success) throw validationFailed(error, route, read);
    const output = route.output.parse(await route.resolve({ ctx: { runtime: reading, principal }, input }));
    return read.warnings.length === 0 ? output : withWarnings(output, read.warnings);
  });
  return toReply(match, result);
}

/** A reply that is an object says what of the request is ignored. */
function withWarnings(output: unknown, warnings: string[]): unknown {
  const isObject = typeof output === 'object' && output !== null && !Array.isArray(output);
  return isObject && !(Symbol.asyncIterator in output) ? { ...output, warnings } : output;
}

function validationFailed(error: ZodError, { rest }: Route, input: RawInput): ServiceError {
  return new ServiceError('invalid', 'validation failed', { problems: toProblems(error, input, rest.body) });
}

interface Page {
  items: unknown[];
  next_cursor: string | null;
}

function toReply(match: Match, result: unknown): GatewayReply {
  const { status = 200, paged, produces } = match.route.rest;
  if (status === 204) return { status, headers: {}, body: null };
  if (paged === true) return pageReply(match, result as Page);
  if (produces === undefined) return jsonReply(status, result);
  const headers = { 'content-type': `${produces}; charset=utf-8` };
  return { status, headers, body: result as string | AsyncIterable<string> };
}

/** The list alone, for clients that know nothing of pages; headers say where the next page is. */
function pageReply({ path, query }: Match, { items, next_cursor: next }: Page): GatewayReply {
  if (next === null) return jsonReply(200, items);
  const following = new URLSearchParams(query);
  following.set('cursor', next);
  return jsonReply(200, items, { 'x-next-cursor': next, link: `<${path}?${following}>; rel="next"` });
}

const READY_TIMEOUT_MS = 5000;

/** The process is alive; the database is not touched. */
function healthReply(): GatewayReply {
  return jsonReply(200, { status: 'ok' });
}

/** Whether the gateway may be used: the database answers in time and takes writes. */
async function readyReply(runtime: Runtime): Promise<GatewayReply> {
  if (stopping(runtime).begun) return jsonReply(503, { detail: 'the gateway is stopping' });
  try {
    await withinTime(runtime.db.ping(), READY_TIMEOUT_MS);
    return jsonReply(200, { status: 'ready' });
  } catch (error) {
    if (isDatabaseUnavailable(error)) return errorReply(error, runtime.log);
    runtime.log.warn('ready.failed', errorFields(error));
    return errorReply(new DatabaseUnavailable('unreachable', error), runtime.log);
  }
}

/** The metrics of this process as Prometheus text. */
async function metricsReply(runtime: Runtime): Promise<GatewayReply> {
  const { registry } = runtime.metrics;
  await measureQueue(runtime);
  return { status: 200, headers: { 'content-type': registry.contentType }, body: await registry.metrics() };
}

async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timed out')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const OPEN = /^(\/(?:healthz|readyz|metrics|openapi\.json)|\/docs(?:\/[^?#]*)?)(?:[?#]|$)/;

/** The path of a target that needs no credential, since its reply is for everybody; null for all others. */
export function openPath(target: string): string | null {
  return OPEN.exec(target)?.[1] ?? null;
}

type OpenEndpoint = (runtime: Runtime) => GatewayReply | Promise<GatewayReply>;

const OPEN_ENDPOINTS: Record<string, OpenEndpoint> = {
  '/healthz': healthReply,
  '/readyz': readyReply,
  '/metrics': metricsReply,
  // Loaded with the first request: what generates the document is large, and few ask for it.
  '/openapi.json': async () => (await import('./openapi.ts')).openApiReply(),
};

/** Targets that belong to the operations, known or not. */
const OPERATION = /^\/(v1|otlp)(?:[/?#]|$)/;

const routes: Route[] = buildRoutes(appRouter._def.procedures);

/** Answers a request to one of the gateway's own paths; null for the dashboard's. Never throws. */
export async function answerRest(runtime: Runtime, request: GatewayRequest): Promise<GatewayReply | null> {
  const cors = corsHeaders(runtime.config.server.corsOrigins, request);
  const reply = await dispatch(runtime, request, cors).catch((error: unknown) =>
    errorReply(error, runtime.log),
  );
  if (reply === null) return null;
  const encoded = readsProtobuf(request)
    ? (await import('./protobuf/trace-messages.ts')).encodeReply(reply)
    : reply;
  return { ...encoded, headers: { ...encoded.headers, ...cors } };
}

async function dispatch(
  runtime: Runtime,
  request: GatewayRequest,
  cors: Record<string, string>,
): Promise<GatewayReply | null> {
  admitAddress(runtime, request.clientAddress);
  const path = openPath(request.target);
  if (path === null && !OPERATION.test(request.target)) return null;
  const preflight = preflightReply(cors, request);
  if (preflight !== null) return preflight;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  return path === null
    ? await answerOperation(runtime, request, method)
    : await answerOpen(runtime, { path, method });
}

async function answerOpen(
  runtime: Runtime,
  { path, method }: { path: string; method: string },
): Promise<GatewayReply> {
  const endpoint = OPEN_ENDPOINTS[path] ?? docsReply(path);
  if (endpoint === undefined) return jsonReply(404, { detail: 'not found' });
  noteRequest({ route: path.startsWith('/docs') ? '/docs' : path });
  return method === 'GET' ? await endpoint(runtime) : methodNotAllowed(['GET']);
}

async function answerOperation(
  runtime: Runtime,
  request: GatewayRequest,
  method: string,
): Promise<GatewayReply> {
  const found = findRoute(routes, method, request.target);
  if (found === null) return jsonReply(404, { detail: otherSignal(request.target) ?? 'not found' });
  if ('allow' in found) return methodNotAllowed(found.allow);
  noteRequest({ route: found.route.template });
  return await runOperation(runtime, found, request);
}

function methodNotAllowed(allow: string[]): GatewayReply {
  return jsonReply(405, { detail: 'method not allowed' }, { allow: allow.join(', ') });
}

/**
 * MCP over streamable HTTP, without sessions: any process can answer any request, and nothing is stored
 * between them. Listing tools needs no credential; every call brings its own.
 */
import { isServiceError } from '../../platform/errors.ts';
import { corsHeaders, preflightReply } from '../../platform/http/cors.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { hostFits } from '../../platform/http/known-host.ts';
import { type GatewayReply, type GatewayRequest, jsonReply } from '../../platform/http/message.ts';
import { parseJson } from '../../platform/http/parse-json.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';

const PATH = '/mcp';
/** Targets of the endpoint. */
export const MCP_TARGET = /^\/mcp(?:[?#]|$)/;
/** The text of a refused Host header, as MCP's own libraries write it. */
export const INVALID_HOST = 'Invalid Host header';
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
/** Most messages in a batch, which older protocol versions allow: all of them run at once. */
const MAX_BATCH = 50;

/** Answers a request to `/mcp`; null for every other path. Never throws. */
export async function answerMcp(runtime: Runtime, request: GatewayRequest): Promise<GatewayReply | null> {
  if (!MCP_TARGET.test(request.target)) return null;
  noteRequest({ route: PATH });
  const cors = corsHeaders(runtime.config.server.corsOrigins, request);
  const reply = await exchange(runtime, request, cors).catch((error: unknown) =>
    errorReply(error, runtime.log),
  );
  return { ...reply, headers: { ...reply.headers, ...cors } };
}

async function exchange(
  runtime: Runtime,
  request: GatewayRequest,
  cors: Record<string, string>,
): Promise<GatewayReply> {
  const early = refuseForeign(runtime.config.server, request) ?? preflightReply(cors, request);
  if (early !== null) return early;
  if (request.method !== 'POST') return jsonReply(405, { detail: 'method not allowed' }, { allow: 'POST' });
  const body = await request.body();
  const parsed = parseMessage(body);
  if (parsed === undefined) return rpcError(PARSE_ERROR, 'Parse error');
  if (Array.isArray(parsed.message) && parsed.message.length > MAX_BATCH) {
    return rpcError(INVALID_REQUEST, `Invalid Request: more than ${MAX_BATCH} messages`);
  }
  const { exchangeMessages } = await import('./exchange-messages.ts');
  return await exchangeMessages(runtime, request, parsed.message);
}

/** The JSON of a body; undefined where it is not JSON or nested too deeply. */
function parseMessage(body: Buffer): { message: unknown } | undefined {
  try {
    const message = parseJson(body);
    return message === undefined ? undefined : { message };
  } catch (error) {
    if (isServiceError(error)) return undefined;
    throw error;
  }
}

function rpcError(code: number, message: string): GatewayReply {
  return jsonReply(400, { jsonrpc: '2.0', error: { code, message }, id: null });
}

interface AllowedCallers {
  mcpAllowedHosts: readonly string[];
  corsOrigins: readonly string[];
}

/**
 * The refusal of a foreign Host (421) or Origin (403), before anything is read; null where the request may go
 * on. It keeps web pages from a gateway on the reader's own machine: a page that rebinds its name to this
 * address still sends its own Host, and a script of another site sends its Origin.
 */
function refuseForeign(
  { mcpAllowedHosts, corsOrigins }: AllowedCallers,
  request: GatewayRequest,
): GatewayReply | null {
  const host = request.header('host') ?? '';
  if (!mcpAllowedHosts.some((entry) => hostFits(host, entry))) {
    return jsonReply(421, { detail: INVALID_HOST });
  }
  const origin = request.header('origin');
  if (origin !== undefined && !corsOrigins.includes(origin)) {
    return jsonReply(403, { detail: 'Invalid Origin header' });
  }
  return null;
}

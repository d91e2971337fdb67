/** Calls from other origins: off unless origins are configured, and then for exactly those. */
import type { GatewayReply, GatewayRequest } from './message.ts';

const METHODS = 'GET, POST, DELETE';
const REQUEST_HEADERS =
  'authorization, content-type, x-tenant-id, x-agent-id, x-request-id, mcp-protocol-version';
const EXPOSED = 'x-request-id, retry-after';
const PREFLIGHT_SECONDS = '600';

/** The headers that let a configured origin read the reply; none where there is no such origin. */
export function corsHeaders(allowed: readonly string[], request: GatewayRequest): Record<string, string> {
  if (allowed.length === 0) return {};
  const origin = request.header('origin');
  if (origin === undefined || !allowed.includes(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
  };
}

/** The reply to a preflight of a configured origin; null for every other request. */
export function preflightReply(cors: Record<string, string>, request: GatewayRequest): GatewayReply | null {
  const requestedMethod = request.header('access-control-request-method');
  if (request.method !== 'OPTIONS' || requestedMethod === undefined) return null;
  if (cors['access-control-allow-origin'] === undefined) return null;
  const headers = {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  };
  return { status: 204, headers, body: null };
}

/**
 * Whether the page that sends a request is our own. `origin` and `host` are the request's headers,
 * `publicUrl` is the address under which browsers reach the dashboard.
 */
export function isOwnOrigin(
  origin: string,
  { host, publicUrl }: { host: string | null; publicUrl: string },
): boolean {
  if (!URL.canParse(origin)) return false;
  return new URL(origin).origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

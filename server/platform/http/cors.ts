/** Cross-origin calls: off unless origins are configured, and then for exactly those. */

import { authenticationDisabled, type Config } from '../config/config.ts';
import type { GatewayReply, GatewayRequest } from './message.ts';
import { parseAddress } from './trusted-proxies.ts';

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

/** The reply to a preflight of a configured origin, or null where the request is none. */
export function preflightReply(cors: Record<string, string>, request: GatewayRequest): GatewayReply | null {
  const asked = request.header('access-control-request-method');
  if (request.method !== 'OPTIONS' || asked === undefined) return null;
  if (cors['access-control-allow-origin'] === undefined) return null;
  const headers = {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  };
  return { status: 204, headers, body: null };
}

/**
 * Whether a page that calls is one of our own pages: every handler that a browser can reach without a
 * credential asks this.
 */

/**
 * `origin` as the browser sent it; `host` is that of the request, `publicUrl` the address under which
 * browsers know us.
 */
export function isOwnOrigin(
  origin: string,
  { host, publicUrl }: { host: string | null; publicUrl: string },
): boolean {
  if (!URL.canParse(origin)) return false;
  return new URL(origin).origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

/**
 * Under which names a request may come where nobody is asked for a credential. A page of another site that
 * rebinds its DNS name to this address sends that name as `Host`: same origin for the browser, so that
 * nothing else would tell the two apart.
 */

const ANY_PORT = ':*';
const PORT = /:\d{1,5}$/;

/** Whether a Host header fits an entry: exactly, or with any port (or none) where the entry ends in `:*`. */
export function hostFits(host: string, entry: string): boolean {
  const name = host.toLowerCase();
  const allowed = entry.toLowerCase();
  if (!allowed.endsWith(ANY_PORT)) return name === allowed;
  const base = allowed.slice(0, -ANY_PORT.length);
  return name === base || (name.startsWith(`${base}:`) && PORT.test(name.slice(base.length)));
}

/**
 * Whether a Host header names this machine for every browser: `localhost`, `*.localhost`, 127.0.0.0/8 or
 * `[::1]`, with any port.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(PORT, '');
  if (/^([a-z0-9-]+\.)*localhost$/.test(name)) return true;
  const bracketed = /^\[([^\]]+)\]$/.exec(name)?.[1];
  // An IPv6 address stands in brackets, so that its colons are no port; without them it is no address.
  if (bracketed === undefined && name.includes(':')) return false;
  return parseAddress(bracketed ?? name)?.range() === 'loopback';
}

/**
 * Whether `host` may be used: always where credentials are asked for; otherwise a loopback name, an entry of
 * SERVICE_MCP_ALLOWED_HOSTS, or the host of SERVICE_PUBLIC_URL or SERVICE_HOST where they are set.
 */
export function isKnownHost(config: Config, host: string): boolean {
  if (!authenticationDisabled(config) || isLoopbackHost(host)) return true;
  return knownHosts(config).some((entry) => hostFits(host, entry));
}

function knownHosts({ server: { host, mcpAllowedHosts, publicUrl } }: Config): string[] {
  return [
    ...mcpAllowedHosts,
    ...(publicUrl === null ? [] : [`${new URL(publicUrl).hostname}${ANY_PORT}`]),
    ...(host === null ? [] : [`${host.includes(':') ? `[${host}]` : host}${ANY_PORT}`]),
  ];
}

/** What no path takes: refused where the socket is, before anybody reads the request. */
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../platform/errors.ts';
import { isKnownHost } from '../../platform/http/cors.ts';
import { type GatewayReply, jsonReply, targetPath } from '../../platform/http/message.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isOpenPath } from '../rest/gateway.ts';

const UNKNOWN_HOST =
  'invalid Host header: without credentials only loopback names are served; SERVICE_MCP_ALLOWED_HOSTS names others';

/** The refusal of a request by its address and headers alone; null where it may go on. */
export function refusalOf(
  { config }: Runtime,
  message: IncomingMessage,
  target: string,
): GatewayReply | null {
  if (!isKnownHost(config, message.headers.host ?? '') && !isOpenPath(targetPath(target))) {
    return jsonReply(421, { detail: UNKNOWN_HOST });
  }
  // Node joins what was sent twice with a comma, which a tenant's name may contain: neither of the two would be meant.
  const tenants = message.headers['x-tenant-id'] === undefined ? [] : message.headersDistinct['x-tenant-id'];
  if (tenants !== undefined && tenants.length > 1) {
    return jsonReply(400, { detail: 'X-Tenant-Id was sent more than once' });
  }
  return null;
}

/** Throws 404 for a path that is no text: the dashboard's router fails on it. */
export function requireReadablePath(target: string): void {
  try {
    decodeURIComponent(targetPath(target));
  } catch {
    throw new ServiceError('not_found', 'not found');
  }
}

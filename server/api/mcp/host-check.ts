/**
 * Keeps web pages from reaching a gateway on the reader's own machine: a page that rebinds its name to this address still
 * sends its own Host, and a script of another site sends its Origin. Both are refused before anything is read.
 */
import { hostFits } from '../../platform/http/known-host.ts';
import { type GatewayReply, type GatewayRequest, jsonReply } from '../../platform/http/message.ts';

interface Allowed {
  mcpAllowedHosts: readonly string[];
  corsOrigins: readonly string[];
}

/** The refusal of a foreign Host (421) or Origin (403); null where the request may go on. */
export function refuseForeign(
  { mcpAllowedHosts, corsOrigins }: Allowed,
  request: GatewayRequest,
): GatewayReply | null {
  const host = request.header('host') ?? '';
  if (!mcpAllowedHosts.some((entry) => hostFits(host, entry))) {
    return jsonReply(421, { detail: 'invalid Host header' });
  }
  const origin = request.header('origin');
  if (origin !== undefined && !corsOrigins.includes(origin)) {
    return jsonReply(403, { detail: 'invalid Origin header' });
  }
  return null;
}

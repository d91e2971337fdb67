/** Who is let in: first the limit of the address, then the credential, then the limit of the principal. */

import type { Principal } from '../../domain/principal.ts';
import { authenticationDisabled, publicUrl } from '../../platform/config/config.ts';
import { ServiceError } from '../../platform/errors.ts';
import { isOwnOrigin } from '../../platform/http/cors.ts';
import type { GatewayRequest } from '../../platform/http/message.ts';
import { addressBucket } from '../../platform/http/trusted-proxies.ts';
import { TokenBuckets } from '../../platform/rate-limit/token-bucket.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { authenticate } from './authenticate.ts';

const RETRY_AFTER_SECONDS = 60;

function take(runtime: Runtime, limiter: 'address' | 'principal', key: string): void {
  const { perMinute, perMinutePerIp } = runtime.config.limits;
  const buckets = runtime.once(
    `rate-limit.${limiter}`,
    () => new TokenBuckets(limiter === 'address' ? perMinutePerIp : perMinute),
  );
  if (buckets.take(key, runtime.clock().getTime())) return;
  throw new ServiceError('rate_limited', 'rate limit exceeded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Counts a request against its client address; throws 429 where the address has none left. */
export function admitAddress(runtime: Runtime, address: string | null): void {
  if (address !== null) take(runtime, 'address', addressBucket(address));
}

/** As {@link admitAddress}, for a credential that comes to the dashboard: guesses there are requests like those of the API. */
export function admitGuess(runtime: Runtime): void {
  admitAddress(runtime, currentRequest()?.clientAddress ?? null);
}

/** Counts a request against its principal; throws 429 where none is left. */
export function admitPrincipal(runtime: Runtime, { bucket }: Principal): void {
  take(runtime, 'principal', bucket);
}

/**
 * Without credentials, any page that the developer opens could act on the gateway through the browser. CORS
 * covers what a browser asks about first (JSON, other methods); what it sends without asking is refused here
 * to other sites.
 */
function refuseOtherSites({ config }: Runtime, request: GatewayRequest): void {
  const origin = request.header('origin');
  if (origin === undefined || request.method === 'GET' || !authenticationDisabled(config)) return;
  if (/^application\/json\b/i.test(request.header('content-type') ?? '')) return;
  if (config.server.corsOrigins.includes(origin)) return;
  if (isOwnOrigin(origin, { host: request.header('host') ?? null, publicUrl: publicUrl(config) })) return;
  throw new ServiceError('forbidden', 'cross-site request refused; SERVICE_CORS_ORIGINS names who may call');
}

/** The principal of a request. Throws 401, 400 or 403 for its credential or site, and 429 for its limit. */
export async function admit(runtime: Runtime, request: GatewayRequest): Promise<Principal> {
  refuseOtherSites(runtime, request);
  const principal = await authenticate(runtime, {
    authorization: request.header('authorization'),
    tenant: request.header('x-tenant-id'),
  });
  admitPrincipal(runtime, principal);
  return principal;
}

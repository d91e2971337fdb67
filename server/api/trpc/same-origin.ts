/**
 * Whether a mutation comes from our own pages. A cookie travels with requests that other sites cause, so a mutation
 * that brings no credential of its own must say that it is of the same origin, in a form that no plain form can send.
 */
import { ServiceError } from '../../platform/errors.ts';
import { isOwnOrigin } from '../../platform/http/own-origin.ts';

/** What is known of a request, and the address under which browsers know us. */
interface Sender {
  header: (name: string) => string | null;
  publicUrl: string;
}

/** Throws 403 for a mutation of another site and 415 for one that is not JSON. */
export function requireSameOrigin({ header, publicUrl }: Sender): void {
  if (header('authorization') !== null) return;
  if (!isSameOrigin(header, publicUrl)) throw new ServiceError('forbidden', 'cross-site request refused');
  if (!/^application\/json\b/i.test(header('content-type') ?? '')) {
    throw new ServiceError('unsupported_media_type', 'content-type must be application/json');
  }
}

/** Browsers send `Sec-Fetch-Site` always and `Origin` with every POST; what has neither is no browser's request. */
function isSameOrigin(header: Sender['header'], publicUrl: string): boolean {
  const site = header('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = header('origin');
  if (origin === null) return site === 'same-origin';
  return isOwnOrigin(origin, { host: header('host'), publicUrl });
}

/**
 * The provider's public keys, fetched when needed and cached. An unknown key id causes a new fetch at most
 * every 30 s, so that a rotation is noticed and invented ids do not flood the provider. While the provider
 * cannot be reached, the last keys are used for another hour. Without keys a token cannot be checked, which
 * is a 503: at a 401, clients throw a good token away.
 */
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { ServiceError } from '../../platform/errors.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Why a token is refused: a word for the log, and a text for the caller that repeats nothing of the token. */
interface TokenRefusal {
  reason: string;
  text: string;
}

const NO_KEY = { reason: 'unknown_key', text: 'Unable to find a signing key' };
const MALFORMED = { reason: 'malformed', text: 'Malformed token' };

const REFUSALS: Readonly<Record<string, TokenRefusal>> = {
  ERR_JWT_EXPIRED: { reason: 'expired', text: 'Signature has expired' },
  ERR_JWKS_NO_MATCHING_KEY: NO_KEY,
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: NO_KEY,
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: { reason: 'signature', text: 'Signature verification failed' },
  ERR_JOSE_ALG_NOT_ALLOWED: { reason: 'algorithm', text: 'The specified alg value is not allowed' },
  ERR_JOSE_NOT_SUPPORTED: { reason: 'unsupported', text: 'Unsupported token' },
  ERR_JWS_INVALID: MALFORMED,
  ERR_JWT_INVALID: MALFORMED,
};

const CLAIM_REFUSALS: Readonly<Record<string, TokenRefusal>> = {
  aud: { reason: 'audience', text: 'Invalid audience' },
  iss: { reason: 'issuer', text: 'Invalid issuer' },
  nbf: { reason: 'not_yet_valid', text: 'The token is not yet valid (nbf)' },
};

function claimRefusal({ claim, reason }: errors.JWTClaimValidationFailed): TokenRefusal {
  if (reason === 'missing') return { reason: `no_${claim}`, text: `Token is missing the "${claim}" claim` };
  const known = reason === 'check_failed' ? CLAIM_REFUSALS[claim] : undefined;
  return known ?? { reason: `invalid_${claim}`, text: `Invalid "${claim}" claim` };
}

/** Why jose refused a token, or null for an error that is not about the token. */
export function tokenRefusal(error: unknown): TokenRefusal | null {
  if (error instanceof errors.JWTClaimValidationFailed) return claimRefusal(error);
  return error instanceof errors.JOSEError ? (REFUSALS[error.code] ?? null) : null;
}

/** The claims of a refused token whose signature was verified; null for any other error. */
export function verifiedClaims(error: unknown): JWTPayload | null {
  const isOfClaims = error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired;
  return isOfClaims ? error.payload : null;
}

const FETCH_TIMEOUT_MS = 5000;
const COOLDOWN_MS = 30_000;
const FRESH_MS = 600_000;
const PAUSE_AFTER_FAILURE_MS = 10_000;
const KEEP_MS = 3_600_000;

/** Finds the key that a token names, at `url`. Throws 503 where the keys are needed and cannot be fetched. */
export function signingKeys(runtime: Runtime, url: string): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: FRESH_MS,
  });
  let lastFresh = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let kept: JWTVerifyGetKey | null = null;

  const noteFailure = (error: unknown, now: number): void => {
    if (now < pausedUntil) return;
    pausedUntil = now + PAUSE_AFTER_FAILURE_MS;
    const jwks = remote.jwks();
    kept = jwks === undefined ? null : createLocalJWKSet(jwks);
    runtime.log.warn('oidc.keys_unavailable', { keys_kept: kept !== null, ...errorFields(error) });
  };

  return async (header, token) => {
    const now = runtime.clock().getTime();
    if (now >= pausedUntil) {
      try {
        const key = await remote(header, token);
        lastFresh = now;
        return key;
      } catch (error) {
        if (tokenRefusal(error) !== null) throw error;
        noteFailure(error, now);
      }
    }
    if (kept === null || now - lastFresh > KEEP_MS) {
      throw new ServiceError('unavailable', 'token signing keys unavailable', { retryAfterSeconds: 30 });
    }
    return await kept(header, token);
  };
}

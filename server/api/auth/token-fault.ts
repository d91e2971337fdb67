/** Why a token was refused, in the words of the error table; nothing of the token itself is repeated. */
import { errors } from 'jose';

const REASONS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'Signature has expired',
  ERR_JWKS_NO_MATCHING_KEY: 'Unable to find a signing key',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'Unable to find a signing key',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'Signature verification failed',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The specified alg value is not allowed',
  ERR_JOSE_NOT_SUPPORTED: 'Unsupported token',
  ERR_JWS_INVALID: 'Malformed token',
  ERR_JWT_INVALID: 'Malformed token',
};

const CLAIM_REASONS: Readonly<Record<string, string>> = {
  aud: 'Invalid audience',
  iss: 'Invalid issuer',
  nbf: 'The token is not yet valid (nbf)',
};

function claimReason({ claim, reason }: errors.JWTClaimValidationFailed): string {
  if (reason === 'missing') return `Token is missing the "${claim}" claim`;
  const known = reason === 'check_failed' ? CLAIM_REASONS[claim] : undefined;
  return known ?? `Invalid "${claim}" claim`;
}

/** The reason for which jose refused a token, or null for a fault that is not the token's. */
export function tokenFault(error: unknown): string | null {
  if (error instanceof errors.JWTClaimValidationFailed) return claimReason(error);
  return error instanceof errors.JOSEError ? (REASONS[error.code] ?? null) : null;
}

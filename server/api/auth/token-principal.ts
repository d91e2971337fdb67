/** A token of the configured identity provider: signature, claims, tenant and scopes. */
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Principal } from '../../domain/principal.ts';
import { isTenant, TENANT_FORM } from '../../domain/tenant.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { errorFields } from '../../platform/log/error-fields.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { signingKeys } from './signing-keys.ts';
import { scopesOf, subjectOf, tenantOf } from './token-claims.ts';
import { tokenFault } from './token-fault.ts';

/** Asymmetric ones alone: with HMAC, whoever can verify a token could make one. */
const ALGORITHMS = ['RS256', 'ES256', 'PS256'];

const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Whether `token` has the form of a signed JWT: three base64url parts. */
export function isTokenShaped(token: string): boolean {
  return SHAPE.test(token);
}

function invalidToken(reason: string): ServiceError {
  return new ServiceError('unauthenticated', `invalid token: ${reason}`);
}

async function verifiedPayload(runtime: Runtime, jwksUrl: string, token: string): Promise<JWTPayload> {
  const { oidcIssuer, oidcAudience } = runtime.config.credentials;
  const keys: JWTVerifyGetKey = runtime.once('oidc.keys', () => signingKeys(runtime, jwksUrl));
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'iss', 'sub'],
      currentDate: runtime.clock(),
      ...(oidcIssuer === null ? {} : { issuer: oidcIssuer }),
      ...(oidcAudience === null ? {} : { audience: oidcAudience }),
    });
    return payload;
  } catch (error) {
    if (isServiceError(error)) throw error;
    const reason = tokenFault(error);
    if (reason === null) runtime.log.warn('oidc.token_not_verified', errorFields(error));
    throw invalidToken(reason ?? 'Unable to verify the token');
  }
}

/**
 * The holder of `token`, verified with the keys at `jwksUrl`. Throws 401 with the reason, and 403 where the claim that
 * names the tenant is missing. No clock skew is forgiven. The limit is counted per tenant and subject, because two
 * tenants of one provider may have the same subject.
 */
export async function tokenPrincipal(runtime: Runtime, jwksUrl: string, token: string): Promise<Principal> {
  const payload = await verifiedPayload(runtime, jwksUrl, token);
  const subject = subjectOf(payload);
  if (subject === null) throw invalidToken('Invalid "sub" claim');
  const claim = runtime.config.credentials.oidcTenantClaim;
  const tenant = tenantOf(payload, claim);
  if (tenant === null) throw new ServiceError('forbidden', `token has no '${claim}' claim`);
  if (!isTenant(tenant)) throw new ServiceError('forbidden', `the '${claim}' claim must be ${TENANT_FORM}`);
  return {
    tenant,
    actor: `oidc:${subject}`,
    bucket: `oidc:${subject}\n${tenant}`,
    scopes: scopesOf(payload),
  };
}

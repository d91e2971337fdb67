/**
 * Who a dashboard session acts as. A session says only how its holder signed in; what that is worth is asked again for
 * every request, so that a revoked key, a changed operator's key, a removed provider or signing out ends it, wherever its cookie was copied to.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Principal, SCOPES } from '../../domain/principal.ts';
import { findKeyByHash, keyUsage } from '../../admin/keys/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { bootstrapPrincipal } from './bootstrap-key.ts';
import { hasSignedOut } from './ended-sessions.ts';

const common = {
  id: z.string(),
  tenant: z.string(),
  until: z.number().describe('When the session ends, in milliseconds of the server’s clock'),
};

/** What a session's cookie holds, encrypted. The credential itself is not in it, only what it can be recognised by. */
export const sessionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), hash: z.string(), ...common }),
  z.object({ kind: z.literal('bootstrap'), mark: z.string(), ...common }),
  z.object({
    kind: z.literal('oidc'),
    issuer: z.string(),
    subject: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    ...common,
  }),
]);
export type Session = z.infer<typeof sessionSchema>;

/** What the operator's key is recognised by: no key can be made of it, and it is no hash that anything else uses. */
export function bootstrapMark(key: string): string {
  return createHash('sha256').update(`whetstone session\n${key}`).digest('hex');
}

function ended(): ServiceError {
  return new ServiceError('unauthenticated', 'the session has ended');
}

/** The holder of a session as of now. Throws 401 where it is over, was signed out, or its credential is no longer valid. */
export async function sessionPrincipal(runtime: Runtime, session: Session): Promise<Principal> {
  if (session.until <= runtime.clock().getTime() || (await hasSignedOut(runtime, session))) throw ended();
  switch (session.kind) {
    case 'key':
      return await keySession(runtime, session.hash);
    case 'bootstrap': {
      const { bootstrapAdminKey } = runtime.config.credentials;
      if (bootstrapAdminKey === null || bootstrapMark(bootstrapAdminKey) !== session.mark) throw ended();
      return bootstrapPrincipal(session.tenant);
    }
    case 'oidc': {
      const { oidcClientId, oidcIssuer } = runtime.config.credentials;
      if (oidcClientId === null || oidcIssuer !== session.issuer) throw ended();
      const { tenant, subject, scopes } = session;
      const actor = `oidc:${subject}`;
      return { tenant, actor, bucket: `${actor}\n${tenant}`, scopes: new Set(scopes) };
    }
    default:
      return session satisfies never;
  }
}

async function keySession(runtime: Runtime, hash: string): Promise<Principal> {
  const key = await findKeyByHash(runtime, hash);
  if (key === null) throw ended();
  const { tenant, id, scopes } = key;
  keyUsage(runtime).note(tenant, id);
  return { tenant, actor: `key:${id}`, bucket: id, scopes: new Set(scopes) };
}

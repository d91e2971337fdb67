/** Ends an API key for good: at once in this process, within 30 s in others that still remember it. */
import { writeAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { notFound } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { keyCache } from './key-cache.ts';
import { keyStore } from './store.ts';

/** Revokes a key of the principal's tenant. Throws 404 for an unknown, a foreign or an already revoked one alike. */
export async function revokeKey(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  await runtime.db.write(async (tx) => {
    const revoked = await keyStore(tx, principal.tenant).revoke(id, runtime.clock());
    if (!revoked) throw notFound('api key');
    await writeAudit(runtime, tx, principal, { action: 'apikey.revoked', resource: `apikey:${id}` });
  });
  keyCache(runtime).forget(principal.tenant, id);
}

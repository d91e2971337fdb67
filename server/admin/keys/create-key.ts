/** Makes an API key for the caller's tenant. The raw key leaves the process once, in the reply to this request. */
import { randomBytes } from 'node:crypto';
import { writeAudit } from '../../audit/index.ts';
import { isScope, KEY_PREFIX } from '../../domain/admin/key.ts';
import { type Principal, SCOPES, type Scope } from '../../domain/principal.ts';
import { redactIf } from '../../domain/safety/redact.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { hashKey } from './hash-key.ts';
import { keyStore } from './store.ts';

const KEY_BYTES = 32;

/** A new key; `key` is the raw one. */
export interface CreatedKey {
  id: string;
  name: string;
  scopes: Scope[];
  key: string;
  createdAt: Date;
}

/** The named scopes, each once and in their usual order. Throws 400 for the first that is none. */
function knownScopes(names: readonly string[]): Scope[] {
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined) throw new ServiceError('bad_request', `unknown scope '${unknown}'`);
  return SCOPES.filter((scope) => names.includes(scope));
}

/**
 * Creates a key. An administrator may give scopes that its own credential lacks, since scopes are not hierarchical
 * and somebody has to hand them out. The key comes from the system's cryptographic source, never from the runtime's.
 */
export async function createKey(
  runtime: Runtime,
  principal: Principal,
  input: { name: string; scopes: readonly string[] },
): Promise<CreatedKey> {
  const scopes = knownScopes(input.scopes);
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  const id = runtime.newId('apiKey');
  const createdAt = runtime.clock();
  const name = redactIf(runtime.config.recall.redactPii, input.name);
  await runtime.db.write(async (tx) => {
    await keyStore(tx, principal.tenant).add({
      id,
      name,
      scopes,
      hash: hashKey(key),
      createdBy: principal.actor,
      createdAt,
    });
    await writeAudit(runtime, tx, principal, {
      action: 'apikey.created',
      resource: `apikey:${id}`,
      details: { name, scopes },
    });
  });
  return { id, name, scopes, key, createdAt };
}

/**
 * Makes an API key for the caller's tenant. The raw key leaves the process once, in the reply to this
 * request.
 */
import { randomBytes } from 'node:crypto';
import { writeAudit } from '../../audit/index.ts';
import { isScope, KEY_PREFIX } from '../../domain/admin/key.ts';
import { type Principal, SCOPES, type Scope } from '../../domain/principal.ts';
import { redactIf } from '../../domain/safety/redact.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import { momentOf, type Page, pageOf } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { hashKey, keyCache } from './find-key.ts';
import { keyListStore, keyStore, type ListedKey } from './store.ts';

const KEY_BYTES = 32;

/** A new key; `key` is the raw one. */
interface CreatedKey {
  id: string;
  name: string;
  scopes: Scope[];
  key: string;
  createdAt: string;
}

/** The named scopes, each once and in their usual order. Throws 400 for the first that is none. */
function knownScopes(names: readonly string[]): Scope[] {
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined)
    throw new ServiceError('bad_request', `unknown scope '${unknown}': use ${SCOPES.join(', ')}`);
  return SCOPES.filter((scope) => names.includes(scope));
}

/**
 * Creates a key. An administrator may give scopes that its own credential lacks, since scopes are not
 * hierarchical and somebody has to hand them out. The key comes from the system's cryptographic source, never
 * from the runtime's.
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
  return { id, name, scopes, key, createdAt: createdAt.toISOString() };
}

// The keys of a tenant as an administrator sees them: everything but the key itself.

/** A key; `lastUsedAt` is exact to the minute, null where it was never used. */
interface KeyView {
  id: string;
  name: string;
  scopes: Scope[];
  createdBy: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** A page of keys, newest first; revoked ones only where they are asked for. */
export async function listKeys(
  runtime: Runtime,
  { tenant }: Principal,
  { revoked, cursor, limit }: { revoked: boolean; cursor: string | null; limit: number },
): Promise<Page<KeyView>> {
  const wanted = { revoked, before: momentOf(cursor), limit: limit + 1 };
  const rows = await keyListStore(runtime.db.read, tenant).page(wanted);
  return pageOf(rows, limit, {
    show: ({ createdAt, lastUsedAt, revokedAt, ...key }: ListedKey) => ({
      ...key,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
    }),
    place: ({ createdAt, id }) => ({ key: createdAt, id }),
  });
}

// Ends an API key for good: at once in this process, within 30 s in others that still remember it.

/**
 * Revokes a key of the principal's tenant. Throws 404 for an unknown, a foreign or an already revoked one
 * alike.
 */
export async function revokeKey(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  await runtime.db.write(async (tx) => {
    const revoked = await keyStore(tx, principal.tenant).revoke(id, runtime.clock());
    if (!revoked) throw notFound('api key');
    await writeAudit(runtime, tx, principal, { action: 'apikey.revoked', resource: `apikey:${id}` });
  });
  keyCache(runtime).forget(principal.tenant, id);
}

/**
 * Makes an API key for the caller's tenant. The raw key leaves the process once, in the reply to this
 * request.
 */
import { randomBytes } from 'node:crypto';
import { writeAudit } from '../../audit/index.ts';
import { isScope, KEY_PREFIX, type KeyCreated } from '../../domain/admin/key.ts';
import type { CamelCased } from '../../domain/camel-case.ts';
import { type Principal, SCOPES, type Scope } from '../../domain/principal.ts';
import { redactIf } from '../../domain/safety/redact.ts';
import { publicUrl } from '../../platform/config/config.ts';
import { afterCommit, type Tx } from '../../platform/db/database.ts';
import { invalid, notFound, ServiceError } from '../../platform/errors.ts';
import { cutPage, noCursor, type Page } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { notifyWebhooks } from '../../webhooks/index.ts';
import { hashKey, keyCache } from './find-key.ts';
import { signedInNames } from './people-store.ts';
import { keyListStore, keyStore, type ListedKey } from './store.ts';

const KEY_BYTES = 32;

type CreatedKey = CamelCased<typeof KeyCreated>;

/** The named scopes, each once and in their usual order. Throws 400 for the first that is none. */
function knownScopes(names: readonly string[]): Scope[] {
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined)
    throw new ServiceError('bad_request', `unknown scope '${unknown}': use ${SCOPES.join(', ')}`);
  return SCOPES.filter((scope) => names.includes(scope));
}

/** Throws 422 for a key that could only create others that are bound to nothing. */
function requireBindable(scopes: readonly Scope[], agents: readonly string[]): void {
  if (agents.length === 0 || !scopes.includes('admin')) return;
  throw invalid(['body', 'agents'], 'a key with the scope admin cannot be bound to agents', 'value_error');
}

interface NewKey {
  name: string;
  scopes: readonly string[];
  /** Empty or absent means all. */
  agents?: readonly string[];
  expires_at?: string | null | undefined;
}

/**
 * Creates a key. An administrator may give scopes that its own credential lacks, since scopes are not
 * hierarchical and somebody has to hand them out. The key comes from the system's cryptographic source, never
 * from the runtime's.
 */
export async function createKey(runtime: Runtime, principal: Principal, input: NewKey): Promise<CreatedKey> {
  const scopes = knownScopes(input.scopes);
  const agents = [...(input.agents ?? [])];
  requireBindable(scopes, agents);
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  const id = runtime.newId('apiKey');
  const createdAt = runtime.clock();
  const expiresAt = typeof input.expires_at === 'string' ? new Date(input.expires_at) : null;
  if (expiresAt !== null && expiresAt <= createdAt) {
    throw invalid(['body', 'expires_at'], 'must be in the future', 'value_error');
  }
  const name = redactIf(runtime.config.recall.redactPii, input.name);
  await runtime.db.write(async (tx) => {
    await keyStore(tx, principal.tenant).add({
      id,
      name,
      scopes,
      agents,
      hash: hashKey(key),
      createdBy: principal.actor,
      createdAt,
      expiresAt,
    });
    await writeAudit(runtime, tx, principal, {
      action: 'apikey.created',
      resource: `apikey:${id}`,
      details: {
        ...{ name, scopes },
        ...(agents.length === 0 ? {} : { agents }),
        ...(expiresAt === null ? {} : { expires_at: expiresAt.toISOString() }),
      },
    });
    const url = `${publicUrl(runtime.config)}/settings/keys`;
    await notifyWebhooks(runtime, tx, principal.tenant, {
      type: 'key.created',
      data: () => ({ key_id: id, name, scopes, created_by: principal.actor, url }),
    });
  });
  const ends = expiresAt?.toISOString() ?? null;
  return { id, name, scopes, agents, key, createdAt: createdAt.toISOString(), expiresAt: ends };
}

// The keys of a tenant as an administrator sees them: everything but the key itself.

/** A key; `lastUsedAt` is exact to the minute, null where it was never used. `createdByName` as {@link actorNames} has it. */
interface KeyView {
  id: string;
  name: string;
  scopes: Scope[];
  agents: string[];
  createdBy: string;
  createdByName: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  expiresAt: string | null;
}

interface KeyListing {
  revoked: boolean;
  text: string | null;
  cursor: string | null;
  limit: number;
}

/** A page of keys; revoked ones only where they are asked for. Throws 422 for a cursor that names none of its keys. */
export async function listKeys(
  runtime: Runtime,
  { tenant }: Principal,
  { cursor, limit, ...wanted }: KeyListing,
): Promise<Page<KeyView>> {
  const store = keyListStore(runtime.db.read, tenant);
  // A key's row stays: the one that ended the page before says where this one begins.
  const after = cursor === null ? null : await store.find(cursor);
  if (cursor !== null && after === null) throw noCursor();
  const rows = await store.page({ ...wanted, after, limit: limit + 1 });
  const { items, nextCursor } = cutPage(rows, limit, ({ createdAt, id }) => ({ key: createdAt, id }));
  const names = await actorNames(
    runtime,
    tenant,
    items.map(({ createdBy }) => createdBy),
  );
  return {
    items: items.map(({ createdAt, lastUsedAt, revokedAt, expiresAt, ...key }: ListedKey) => ({
      ...key,
      createdByName: names.get(key.createdBy) ?? null,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
    nextCursor: nextCursor === null ? null : (items.at(-1)?.id ?? null),
  };
}

const KEY_ACTOR = 'key:';

/**
 * The names of those of `actors` that are keys of the tenant or signed in to it, by actor; revoked keys have theirs too.
 */
export async function actorNames(
  runtime: Runtime,
  tenant: string,
  actors: readonly string[],
): Promise<Map<string, string>> {
  const { read } = runtime.db;
  const known = [...new Set(actors)];
  const ids = known.flatMap((actor) => (actor.startsWith(KEY_ACTOR) ? [actor.slice(KEY_ACTOR.length)] : []));
  const people = known.filter((actor) => actor.startsWith('oidc:'));
  const [keys, signedIn] = await Promise.all([
    ids.length === 0 ? [] : keyListStore(read, tenant).names(ids),
    signedInNames(read, tenant, people),
  ]);
  return new Map([...[...keys].map(([id, name]) => [`${KEY_ACTOR}${id}`, name] as const), ...signedIn]);
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

/**
 * Binds a key of the principal's tenant to `agents`, or to none in particular. Other processes may go by its earlier agents for up
 * to 30 s. Throws 404 for a key that is unknown or revoked, and 422 for one with the scope admin.
 */
export async function bindKey(
  runtime: Runtime,
  principal: Principal,
  { id, agents }: { id: string; agents: readonly string[] },
): Promise<void> {
  await runtime.db.write(async (tx) => {
    const store = keyStore(tx, principal.tenant);
    const key = await store.valid(id);
    if (key === null) throw notFound('api key');
    requireBindable(key.scopes, agents);
    if (!(await store.bind(id, agents))) throw notFound('api key');
    const details = { agents: [...agents], before: key.agents };
    await writeAudit(runtime, tx, principal, { action: 'apikey.bound', resource: `apikey:${id}`, details });
  });
  keyCache(runtime).forget(principal.tenant, id);
}

/** Makes this process look up every key of a tenant again once `tx` has ended, in which their rows were removed. */
export function forgetKeys(runtime: Runtime, tx: Tx, tenant: string): void {
  afterCommit(tx, () => keyCache(runtime).forgetTenant(tenant));
}

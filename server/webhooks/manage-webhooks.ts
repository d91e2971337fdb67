/** A tenant's webhooks as an administrator manages them. A secret leaves the process once, in the reply that made it. */
import type { z } from 'zod';
import { writeAudit } from '../audit/index.ts';
import type { CamelCased } from '../domain/camel-case.ts';
import type { Principal } from '../domain/principal.ts';
import { DAY_MS } from '../domain/time.ts';
import { objectionTo } from '../domain/webhooks/allowed-target.ts';
import type {
  Webhook,
  WebhookChange,
  WebhookCreated,
  WebhookIn,
  WebhookSecret,
} from '../domain/webhooks/webhook.ts';
import { enqueueJob } from '../jobs/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { invalid, notFound, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { deliveryStore } from './delivery-store.ts';
import { newSecret, sealSecret } from './seal-secret.ts';
import { type WebhookChanges, type WebhookRecord, webhookStore } from './webhook-store.ts';

export type WebhookView = CamelCased<typeof Webhook>;

const MOST_WEBHOOKS = 20;
/** How long the secret before the last rotation signs too. */
const OLD_SECRET_MS = DAY_MS;

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

function toView(runtime: Runtime, record: WebhookRecord): WebhookView {
  const { failures: _, retryAt: _rest, oldSecretUntil, ...webhook } = record;
  return {
    ...webhook,
    createdAt: webhook.createdAt.toISOString(),
    lastSuccessAt: isoOf(webhook.lastSuccessAt),
    failingSince: isoOf(webhook.failingSince),
    oldSecretUntil:
      oldSecretUntil !== null && oldSecretUntil > runtime.clock() ? isoOf(oldSecretUntil) : null,
  };
}

/** All webhooks of the principal's tenant, the oldest first: 20 at most. */
export async function listWebhooks(runtime: Runtime, { tenant }: Principal): Promise<WebhookView[]> {
  return (await webhookStore(runtime.db.read, tenant).list()).map((record) => toView(runtime, record));
}

/** Throws 404 for an unknown and a foreign one alike. */
export async function readWebhook(runtime: Runtime, { tenant }: Principal, id: string): Promise<WebhookView> {
  return toView(runtime, await findWebhook(runtime.db.read, tenant, id));
}

/** The webhook with this id; throws 404 where the tenant has none. */
export async function findWebhook(tx: Tx, tenant: string, id: string): Promise<WebhookRecord> {
  const record = await webhookStore(tx, tenant).find(id);
  if (record === null) throw notFound('webhook');
  return record;
}

/** Throws 422 for an address that events may not be sent to. */
function requireTarget({ config }: Runtime, url: string): void {
  const rules = { allowed: config.webhooks.allowedHosts, needsHttps: config.server.env !== 'dev' };
  const objection = objectionTo(url, rules);
  if (objection !== null) throw invalid(['body', 'url'], objection, 'value_error');
}

/** Of an address only its host: the rest of it can be a secret, as with Slack's. */
const hostOf = (url: string) => new URL(url).host;

/** Creates a webhook, which is on. Throws 422 for its address, 409 beyond 20 of a tenant. */
export async function createWebhook(
  runtime: Runtime,
  principal: Principal,
  { url, events: wanted, form }: z.output<typeof WebhookIn>,
): Promise<CamelCased<typeof WebhookCreated>> {
  requireTarget(runtime, url);
  const { tenant, actor } = principal;
  const id = runtime.newId('webhook');
  const secret = newSecret();
  const sealed = await sealSecret(runtime, { tenant, id }, secret);
  const events = [...new Set(wanted)];
  const created = await runtime.db.write(async (tx) => {
    const store = webhookStore(tx, tenant);
    if ((await store.count()) >= MOST_WEBHOOKS) {
      throw new ServiceError('conflict', `a tenant has ${MOST_WEBHOOKS} webhooks at most`);
    }
    const createdAt = runtime.clock();
    await store.add({ id, url, form, events, secret: sealed, createdBy: actor, createdAt });
    await writeAudit(runtime, tx, principal, {
      action: 'webhook.created',
      resource: `webhook:${id}`,
      details: { host: hostOf(url), form, events },
    });
    await startReminders(runtime, tx, tenant);
    return await findWebhook(tx, tenant, id);
  });
  return { ...toView(runtime, created), secret };
}

/** The job that looks for what nobody else tells of: reviews that wait, a budget, faults. It goes on by itself. */
async function startReminders(runtime: Runtime, tx: Tx, tenant: string): Promise<void> {
  await enqueueJob(runtime, tx, { kind: 'remind', tenant });
}

/** Changes what is named. Turning it on forgets its failures; turning it off gives up what waits for it. */
export async function changeWebhook(
  runtime: Runtime,
  principal: Principal,
  id: string,
  change: z.output<typeof WebhookChange>,
): Promise<WebhookView> {
  const { on, url, form, events } = change;
  if (url !== undefined) requireTarget(runtime, url);
  const { tenant } = principal;
  const changed = await runtime.db.write(async (tx) => {
    const store = webhookStore(tx, tenant);
    await findWebhook(tx, tenant, id);
    await store.change(id, columnsOf(change));
    if (on === false) await deliveryStore(tx, tenant).giveUp(id, 'the webhook was turned off');
    const details = { ...(url === undefined ? {} : { host: hostOf(url) }), form, events, on };
    await writeAudit(runtime, tx, principal, {
      action: 'webhook.changed',
      resource: `webhook:${id}`,
      details,
    });
    if (on === true) await startReminders(runtime, tx, tenant);
    return await findWebhook(tx, tenant, id);
  });
  return toView(runtime, changed);
}

const HEALTHY = { failingSince: null, failures: 0, retryAt: null, lastError: null };

function columnsOf({ on, url, form, events }: z.output<typeof WebhookChange>): WebhookChanges {
  return {
    ...(url === undefined ? {} : { url, ...HEALTHY }),
    ...(form === undefined ? {} : { form }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(on === true ? { status: 'on', ...HEALTHY } : {}),
    ...(on === false ? { status: 'off' } : {}),
  };
}

/** Removes a webhook with its log. */
export async function deleteWebhook(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  const { tenant } = principal;
  await runtime.db.write(async (tx) => {
    const { url } = await findWebhook(tx, tenant, id);
    if (!(await webhookStore(tx, tenant).remove(id))) throw notFound('webhook');
    await deliveryStore(tx, tenant).removeOf(id);
    await writeAudit(runtime, tx, principal, {
      action: 'webhook.deleted',
      resource: `webhook:${id}`,
      details: { host: hostOf(url) },
    });
  });
}

/** A new secret; the one before signs too for 24 hours. Throws 409 where another call has just rotated it. */
export async function rotateSecret(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<CamelCased<typeof WebhookSecret>> {
  const { tenant } = principal;
  const secret = newSecret();
  const sealed = await sealSecret(runtime, { tenant, id }, secret);
  const until = new Date(runtime.clock().getTime() + OLD_SECRET_MS);
  const before = await webhookStore(runtime.db.read, tenant).secrets(id);
  if (before === null) throw notFound('webhook');
  await runtime.db.write(async (tx) => {
    const rotation = { secret: sealed, inForce: before.secret, until };
    if (!(await webhookStore(tx, tenant).rotate(id, rotation))) {
      throw new ServiceError('conflict', 'the secret is being rotated');
    }
    await writeAudit(runtime, tx, principal, { action: 'webhook.rotated', resource: `webhook:${id}` });
  });
  return { secret, oldSecretUntil: until.toISOString() };
}

/** A tenant's webhooks and their deliveries, as an administrator manages them. */
import type { z } from 'zod';
import { writeAudit } from '../audit/index.ts';
import type { CamelCased } from '../domain/camel-case.ts';
import type { Principal } from '../domain/principal.ts';
import { objectionTo } from '../domain/webhooks/allowed-target.ts';
import { type EventMessage, TEST_EVENT } from '../domain/webhooks/event.ts';
import type { Webhook, WebhookCreated, WebhookDelivery, WebhookIn } from '../domain/webhooks/webhook.ts';
import { enqueueJob } from '../jobs/index.ts';
import { publicUrl } from '../platform/config/config.ts';
import type { Tx } from '../platform/db/database.ts';
import { invalid, notFound, ServiceError } from '../platform/errors.ts';
import { momentOf, type Page, pageOf } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import { addDeliveries } from './notify-webhooks.ts';
import { newSecret, sealSecret } from './seal-secret.ts';
import { type DeliveryRecord, deliveryStore, type WebhookRecord, webhookStore } from './store.ts';

export type WebhookView = CamelCased<typeof Webhook>;

const MAX_WEBHOOKS = 20;

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

const toView = (record: WebhookRecord): WebhookView => ({
  ...record,
  createdAt: record.createdAt.toISOString(),
  lastSuccessAt: isoOf(record.lastSuccessAt),
  failingSince: isoOf(record.failingSince),
});

/** All webhooks of the principal's tenant, the oldest first: 20 at most. */
export async function listWebhooks(runtime: Runtime, { tenant }: Principal): Promise<WebhookView[]> {
  return (await webhookStore(runtime.db.read, tenant).list()).map(toView);
}

/** The webhook with this id. Throws 404 for an unknown and a foreign one alike. */
async function findWebhook(tx: Tx, tenant: string, id: string): Promise<WebhookRecord> {
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

/**
 * Creates a webhook, which is on. Its secret leaves the process in this reply alone. Throws 422 for its address, 409
 * beyond 20 of a tenant.
 */
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
    if ((await store.count()) >= MAX_WEBHOOKS) {
      throw new ServiceError('conflict', `a tenant has ${MAX_WEBHOOKS} webhooks at most`);
    }
    const createdAt = runtime.clock();
    await store.add({ id, url, form, events, secret: sealed, createdBy: actor, createdAt });
    await writeAudit(runtime, tx, principal, {
      action: 'webhook.created',
      resource: `webhook:${id}`,
      details: { host: hostOf(url), form, events },
    });
    return await findWebhook(tx, tenant, id);
  });
  return { ...toView(created), secret };
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

export type DeliveryView = CamelCased<typeof WebhookDelivery>;

const toDeliveryView = ({ webhookId: _, round: __, ...delivery }: DeliveryRecord): DeliveryView => ({
  ...delivery,
  createdAt: delivery.createdAt.toISOString(),
  lastAttemptAt: isoOf(delivery.lastAttemptAt),
  nextAttemptAt: isoOf(delivery.nextAttemptAt),
});

/** A page of a webhook's deliveries, the newest first. Throws 404 for an unknown webhook. */
export async function listDeliveries(
  runtime: Runtime,
  { tenant }: Principal,
  { webhookId, cursor, limit }: { webhookId: string; cursor: string | null; limit: number },
): Promise<Page<DeliveryView>> {
  await findWebhook(runtime.db.read, tenant, webhookId);
  const store = deliveryStore(runtime.db.read, tenant);
  const rows = await store.page(webhookId, { before: momentOf(cursor), limit: limit + 1 });
  return pageOf(rows, limit, {
    show: toDeliveryView,
    place: ({ createdAt, id }) => ({ key: createdAt, id }),
  });
}

/** Sends a test event; its delivery tells how that goes. One that arrives turns a paused webhook on again. */
export async function testWebhook(
  runtime: Runtime,
  principal: Principal,
  webhookId: string,
): Promise<DeliveryView> {
  const { tenant } = principal;
  const id = runtime.newId('delivery');
  return await runtime.db.write(async (tx) => {
    await findWebhook(tx, tenant, webhookId);
    const createdAt = runtime.clock();
    const message: EventMessage = {
      ...{ type: TEST_EVENT, timestamp: createdAt.toISOString() },
      data: { webhook_id: webhookId, url: `${publicUrl(runtime.config)}/settings/webhooks` },
    };
    const payload = JSON.stringify(message);
    await addDeliveries(runtime, tx, tenant, [{ id, webhookId, event: TEST_EVENT, payload, createdAt }]);
    await writeAudit(runtime, tx, principal, {
      action: 'webhook.tested',
      resource: `webhook:${webhookId}`,
      details: { delivery: id },
    });
    return toDeliveryView(await findDelivery(tx, tenant, webhookId, id));
  });
}

/** The delivery of this webhook; throws 404 where it has none with this id. */
async function findDelivery(tx: Tx, tenant: string, webhookId: string, id: string): Promise<DeliveryRecord> {
  const delivery = await deliveryStore(tx, tenant).find(id);
  if (delivery?.webhookId !== webhookId) throw notFound('delivery');
  return delivery;
}

/** Sends a delivery again now, with its id and all its attempts, also one that waits for its next attempt. */
export async function redeliver(
  runtime: Runtime,
  principal: Principal,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<DeliveryView> {
  const { tenant } = principal;
  return await runtime.db.write(async (tx) => {
    const delivery = await findDelivery(tx, tenant, webhookId, id);
    const round = delivery.round + 1;
    const again = { status: 'pending', round, attempts: 0, nextAttemptAt: null, error: null } as const;
    if (!(await deliveryStore(tx, tenant).change(delivery, ['delivered', 'undelivered', 'pending'], again))) {
      throw new ServiceError('conflict', 'the delivery was sent again just now');
    }
    await enqueueJob(runtime, tx, { kind: 'deliver', tenant, deliveryId: id, round });
    await writeAudit(runtime, tx, principal, {
      action: 'webhook.redelivered',
      resource: `webhook:${webhookId}`,
      details: { delivery: id },
    });
    return toDeliveryView(await findDelivery(tx, tenant, webhookId, id));
  });
}

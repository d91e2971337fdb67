/** The log of a webhook's deliveries, a test of it, and sending again what has not arrived. */
import { writeAudit } from '../audit/index.ts';
import type { CamelCased } from '../domain/camel-case.ts';
import type { Principal } from '../domain/principal.ts';
import { type EventMessage, TEST_EVENT } from '../domain/webhooks/event.ts';
import type { DeliveryStatus, WebhookDelivery } from '../domain/webhooks/webhook.ts';
import { enqueueJob } from '../jobs/index.ts';
import { publicUrl } from '../platform/config/config.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import { momentOf, type Page, pageOf } from '../platform/paging.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type DeliveryRecord, deliveryStore } from './delivery-store.ts';
import { findWebhook } from './manage-webhooks.ts';
import { addDeliveries } from './notify-webhooks.ts';
import { webhookStore } from './webhook-store.ts';

export type DeliveryView = CamelCased<typeof WebhookDelivery>;

function toView({ webhookId: _, round: _round, ...delivery }: DeliveryRecord): DeliveryView {
  return {
    ...delivery,
    createdAt: delivery.createdAt.toISOString(),
    lastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  };
}

interface Listing {
  webhookId: string;
  status: DeliveryStatus | null;
  cursor: string | null;
  limit: number;
}

/** A page of a webhook's deliveries, the newest first. Throws 404 for an unknown webhook. */
export async function listDeliveries(
  runtime: Runtime,
  { tenant }: Principal,
  { webhookId, status, cursor, limit }: Listing,
): Promise<Page<DeliveryView>> {
  await findWebhook(runtime.db.read, tenant, webhookId);
  const store = deliveryStore(runtime.db.read, tenant);
  const rows = await store.page(webhookId, { status, before: momentOf(cursor), limit: limit + 1 });
  return pageOf(rows, limit, { show: toView, place: ({ createdAt, id }) => ({ key: createdAt, id }) });
}

/** The delivery of this webhook; throws 404 where it has none with this id. */
async function findDelivery(tx: Tx, tenant: string, webhookId: string, id: string): Promise<DeliveryRecord> {
  const delivery = await deliveryStore(tx, tenant).find(id);
  if (delivery?.webhookId !== webhookId) throw notFound('delivery');
  return delivery;
}

async function requireOn(tx: Tx, tenant: string, webhookId: string): Promise<void> {
  const { status } = await findWebhook(tx, tenant, webhookId);
  if (status !== 'on') throw new ServiceError('conflict', `the webhook is ${status}: turn it on first`);
}

/** Sends a test event; its delivery tells how that goes. Throws 409 where the webhook is not on. */
export async function testWebhook(
  runtime: Runtime,
  principal: Principal,
  webhookId: string,
): Promise<DeliveryView> {
  const { tenant } = principal;
  const id = runtime.newId('delivery');
  return await runtime.db.write(async (tx) => {
    await requireOn(tx, tenant, webhookId);
    const createdAt = runtime.clock();
    const url = `${publicUrl(runtime.config)}/settings/webhooks`;
    const message: EventMessage = {
      ...{ type: TEST_EVENT, timestamp: createdAt.toISOString() },
      data: { webhook_id: webhookId, url },
    };
    const payload = JSON.stringify(message);
    await addDeliveries(runtime, tx, tenant, [
      { id, webhookId, event: TEST_EVENT, once: null, payload, status: 'pending', createdAt, error: null },
    ]);
    await writeAudit(runtime, tx, principal, {
      action: 'webhook.tested',
      resource: `webhook:${webhookId}`,
      details: { delivery: id },
    });
    return toView(await findDelivery(tx, tenant, webhookId, id));
  });
}

/**
 * Sends a delivery again, with its id and all its attempts. Throws 409 where it waits already or the webhook is not on.
 */
export async function redeliver(
  runtime: Runtime,
  principal: Principal,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<DeliveryView> {
  const { tenant } = principal;
  return await runtime.db.write(async (tx) => {
    await requireOn(tx, tenant, webhookId);
    const delivery = await findDelivery(tx, tenant, webhookId, id);
    const round = delivery.round + 1;
    const again = { status: 'pending', round, attempts: 0, nextAttemptAt: null, error: null } as const;
    if (!(await deliveryStore(tx, tenant).change(delivery, ['delivered', 'undelivered'], again))) {
      throw new ServiceError('conflict', 'the delivery is waiting already');
    }
    // Somebody asks for it: the rest after earlier failures does not hold it back.
    await webhookStore(tx, tenant).change(webhookId, { retryAt: null });
    await enqueueJob(runtime, tx, { kind: 'deliver', tenant, deliveryId: id, round });
    await writeAudit(runtime, tx, principal, {
      action: 'webhook.redelivered',
      resource: `webhook:${webhookId}`,
      details: { delivery: id },
    });
    return toView(await findDelivery(tx, tenant, webhookId, id));
  });
}

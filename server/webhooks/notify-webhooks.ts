/**
 * Tells a tenant's webhooks of a change, in the transaction of the change: a row and a job for each webhook that wants
 * the event. So none is lost, and none is told of what has not happened.
 */
import type { EventData, WebhookEvent } from '../domain/webhooks/event.ts';
import { enqueueJobs } from '../jobs/index.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { deliveryStore, type NewDelivery, webhookStore } from './store.ts';

interface EventNotice<E extends WebhookEvent> {
  type: E;
  /** Read only where somebody wants the event. */
  data: () => EventData[E] | Promise<EventData[E]>;
}

/** Changes come often and webhooks are few, so several events cost one question. */
export async function notifyWebhooks<E extends WebhookEvent>(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  ...events: EventNotice<E>[]
): Promise<void> {
  if (events.length === 0) return;
  const listening = await webhookStore(tx, tenant).listening();
  const deliveries: NewDelivery[] = [];
  for (const { type, data } of events) {
    const wanting = listening.filter((webhook) => webhook.events.includes(type));
    if (wanting.length === 0) continue;
    const createdAt = runtime.clock();
    const payload = JSON.stringify({ type, timestamp: createdAt.toISOString(), data: await data() });
    for (const { id: webhookId } of wanting) {
      deliveries.push({ id: runtime.newId('delivery'), webhookId, event: type, payload, createdAt });
    }
  }
  if (deliveries.length > 0) await addDeliveries(runtime, tx, tenant, deliveries);
}

/** Adds deliveries with the jobs that send them. */
export async function addDeliveries(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await deliveryStore(tx, tenant).add(deliveries);
  await enqueueJobs(
    runtime,
    tx,
    deliveries.map(({ id }) => ({ kind: 'deliver' as const, tenant, deliveryId: id, round: 0 })),
  );
}

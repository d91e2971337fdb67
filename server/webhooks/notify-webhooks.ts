/**
 * Tells a tenant's webhooks of a change, in the transaction of the change: a row and a job for each webhook that wants
 * the event. So none is lost, and none is told of what has not happened.
 */

import type { Risk } from '../domain/skills/changesets/approval-policy.ts';
import type { EventData, WebhookEvent } from '../domain/webhooks/event.ts';
import { isWanted } from '../domain/webhooks/event.ts';
import { enqueueJobs } from '../jobs/index.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { deliveryStore, type NewDelivery } from './delivery-store.ts';
import { webhookStore } from './webhook-store.ts';

interface EventNotice<E extends WebhookEvent> {
  type: E;
  /** Of a change; it decides who is told at once. */
  risk?: Risk;
  /** Names what a webhook is told only once, such as the digest of a day. */
  once?: string;
  /** Read only where somebody wants the event. */
  data: () => EventData[E] | Promise<EventData[E]>;
}

/** Why what a paused webhook would have been sent is undelivered. */
export const PAUSED = 'the webhook was paused';

/**
 * Writes events for each webhook that wants them; one that is paused can be sent them later by hand. Changes come often and
 * webhooks are few, so several events cost one question.
 */
export async function notifyWebhooks<E extends WebhookEvent>(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  ...events: EventNotice<E>[]
): Promise<void> {
  if (events.length === 0) return;
  const listening = await webhookStore(tx, tenant).listening();
  const deliveries: NewDelivery[] = [];
  for (const { type, risk, once, data } of events) {
    const wanting = listening.filter((webhook) => isWanted(webhook.events, type, risk ?? null));
    if (wanting.length === 0) continue;
    const createdAt = runtime.clock();
    const payload = JSON.stringify({ type, timestamp: createdAt.toISOString(), data: await data() });
    for (const { id: webhookId, status } of wanting) {
      const isOn = status === 'on';
      deliveries.push({
        ...{ id: runtime.newId('delivery'), webhookId, event: type, payload, createdAt },
        ...{ once: once ?? null, status: isOn ? 'pending' : 'undelivered', error: isOn ? null : PAUSED },
      });
    }
  }
  if (deliveries.length > 0) await addDeliveries(runtime, tx, tenant, deliveries);
}

/** Adds deliveries, with the jobs of those that are to be sent. */
export async function addDeliveries(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const added = await deliveryStore(tx, tenant).add(deliveries);
  const waiting = deliveries.filter(({ id, status }) => status === 'pending' && added.has(id));
  await enqueueJobs(
    runtime,
    tx,
    waiting.map(({ id }) => ({ kind: 'deliver' as const, tenant, deliveryId: id, round: 0 })),
  );
}

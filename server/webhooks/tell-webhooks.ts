/**
 * Tells a tenant's webhooks of a change, in the transaction of the change: a row and a job for each webhook that wants
 * the event. So none is lost, and none is told of what has not happened.
 */

import type { Risk } from '../domain/skills/changesets/approval-policy.ts';
import type { EventData, WebhookEvent } from '../domain/webhooks/event.ts';
import { isWanted } from '../domain/webhooks/event.ts';
import { enqueueJobs, type NewJob } from '../jobs/index.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type DeliveryRecord, deliveryStore, type NewDelivery } from './delivery-store.ts';
import { webhookStore } from './webhook-store.ts';

interface Told<E extends WebhookEvent> {
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

/** Writes an event for each webhook that wants it; one that is paused can be sent it later by hand. */
export async function tellWebhooks<E extends WebhookEvent>(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { type, risk, once, data }: Told<E>,
): Promise<void> {
  const wanting = (await webhookStore(tx, tenant).list()).filter(
    ({ status, events }) => status !== 'off' && isWanted(events, type, risk ?? null),
  );
  if (wanting.length === 0) return;
  const createdAt = runtime.clock();
  const payload = JSON.stringify({ type, timestamp: createdAt.toISOString(), data: await data() });
  const deliveries = wanting.map(({ id: webhookId, status }): NewDelivery => {
    const isOn = status === 'on';
    return {
      ...{ id: runtime.newId('delivery'), webhookId, event: type, payload, createdAt },
      ...{ once: once ?? null, status: isOn ? 'pending' : 'undelivered', error: isOn ? null : PAUSED },
    };
  });
  await addDeliveries(runtime, tx, tenant, deliveries);
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
    waiting.map(({ id }) => deliveryJob(tenant, { id, round: 0 })),
  );
}

/** The job that sends a delivery in its present round. */
export function deliveryJob(tenant: string, { id, round }: Pick<DeliveryRecord, 'id' | 'round'>): NewJob {
  return { kind: 'deliver', tenant, agentId: id, skillId: String(round) };
}

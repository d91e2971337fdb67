/**
 * Sends one event to one webhook, and again until it has arrived or is given up. A worker that dies after the receiver
 * has answered sends it once more, with the same id.
 */
import { Webhook as Signer } from 'standardwebhooks';
import { writeAudit } from '../audit/index.ts';
import { SYSTEM_ACTORS } from '../domain/principal.ts';
import { DAY_MS } from '../domain/time.ts';
import type { EventMessage } from '../domain/webhooks/event.ts';
import { chatMessage } from '../domain/webhooks/event-words.ts';
import { Defer, type Job, type JobContext } from '../jobs/index.ts';
import { fromJson, type Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { postEvent, type ReceiverAnswer, TIME_LIMIT_MS } from './post-event.ts';
import { openSecret } from './seal-secret.ts';
import { type DeliveryRecord, deliveryStore, type WebhookRecord, webhookStore } from './store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses between the attempts, as the Standard Webhooks specification proposes them: about a day in all. */
const PAUSES_MS = [
  ...[5000, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
];
/** Attempts of one delivery. */
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;
/** How far a pause is lengthened at most, so that what failed together is not tried together. */
const JITTER = 0.2;
/** How long a webhook may fail before it is paused. */
const FAILING_MS = 3 * DAY_MS;
/** How long a delivery waits at least while its tenant sends another one; up to four times that by chance. */
const BUSY_MS = 500;
/** The answer of a receiver that wants no more events. */
const GONE = 410;

/** Does the job of a delivery. `timeoutMs` bounds one attempt. */
export async function deliverEvent(
  runtime: Runtime,
  { tenant, deliveryId, round }: Job<'deliver'>,
  context: JobContext,
  timeoutMs = TIME_LIMIT_MS,
): Promise<void> {
  const delivery = await deliveryStore(runtime.db.read, tenant).find(deliveryId);
  if (delivery?.status !== 'pending' || delivery.round !== round) return;
  const webhook = await webhookStore(runtime.db.read, tenant).find(delivery.webhookId);
  if (webhook === null) return;
  const giveBack = takeSlot(runtime, tenant);
  if (giveBack === null) throw new Defer(BUSY_MS * (1 + 3 * runtime.random()));
  const sending: DeliveryAttempt = { tenant, delivery, webhook, timeoutMs, signal: context.signal };
  const answer = await send(runtime, sending).finally(giveBack);
  const chance = runtime.random();
  const pauseMs = await context.commit((tx) => settle(runtime, tx, { ...sending, answer, chance }));
  if (pauseMs !== null) throw new Defer(pauseMs);
}

/**
 * One process sends one event of each tenant at once, and altogether half of what its worker does at once, so that
 * receivers which do not answer hold up neither learning nor other tenants. Null where no slot is free, else how to
 * give it back.
 */
function takeSlot(runtime: Runtime, tenant: string): (() => void) | null {
  const sending = runtime.once('webhooks.sending', () => new Set<string>());
  const limit = Math.ceil(runtime.config.worker.concurrency / 2);
  if (sending.size >= limit || sending.has(tenant)) return null;
  sending.add(tenant);
  return () => void sending.delete(tenant);
}

interface DeliveryAttempt {
  tenant: string;
  delivery: DeliveryRecord;
  webhook: WebhookRecord;
  timeoutMs: number;
  signal: AbortSignal;
}

async function send(runtime: Runtime, sending: DeliveryAttempt): Promise<ReceiverAnswer> {
  const { tenant, delivery, webhook, timeoutMs, signal } = sending;
  const sealed = await webhookStore(runtime.db.read, tenant).secret(webhook.id);
  const secret = sealed === null ? null : await openSecret(runtime, { tenant, id: webhook.id }, sealed);
  if (secret === null) {
    const error = 'its secret cannot be read: delete the webhook and create it again';
    return { status: null, body: null, error };
  }
  const body =
    webhook.form === 'text'
      ? JSON.stringify(chatMessage(fromJson<EventMessage>(delivery.payload)))
      : delivery.payload;
  const at = runtime.clock();
  return await postEvent({
    url: webhook.url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Whetstone-Webhooks',
      'webhook-id': delivery.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign(delivery.id, at, body),
    },
    body,
    allowed: runtime.config.webhooks.allowedHosts,
    timeoutMs,
    signal,
  });
}

/** Stores what came of an attempt; returns the milliseconds to the next one, null where there is none. */
async function settle(
  runtime: Runtime,
  tx: Tx,
  { tenant, delivery, webhook, answer, chance }: DeliveryAttempt & { answer: ReceiverAnswer; chance: number },
): Promise<number | null> {
  const at = runtime.clock();
  const attempts = delivery.attempts + 1;
  const pause = answer.error === null ? undefined : PAUSES_MS[attempts - 1];
  const pauseMs = pause === undefined ? null : Math.round(pause * (1 + JITTER * chance));
  const status = answer.error === null ? 'delivered' : pauseMs === null ? 'undelivered' : 'pending';
  const isStored = await deliveryStore(tx, tenant).change(delivery, ['pending'], {
    ...{ status, attempts, lastAttemptAt: at, error: answer.error },
    ...{ responseStatus: answer.status, response: answer.body },
    nextAttemptAt: pauseMs === null ? null : new Date(at.getTime() + pauseMs),
  });
  if (!isStored) return null;
  const store = webhookStore(tx, tenant);
  if (answer.error === null) {
    const healthy = { status: 'on', lastSuccessAt: at, failingSince: null, lastError: null } as const;
    await store.noteHealth(webhook.id, healthy);
    return null;
  }
  const failingSince = await store.noteFailure(webhook.id, { at, error: answer.error });
  const isGone = answer.status === GONE;
  const isHopeless = failingSince !== null && at.getTime() - failingSince.getTime() >= FAILING_MS;
  if (!isGone && !isHopeless) return pauseMs;
  const reason = isGone ? 'it answered 410' : 'it failed for three days';
  return (await pauseWebhook(runtime, tx, { tenant, id: webhook.id, reason })) ? null : pauseMs;
}

/** Pauses a webhook and gives up what waits for it; false where it is paused already. */
async function pauseWebhook(
  runtime: Runtime,
  tx: Tx,
  { tenant, id, reason }: { tenant: string; id: string; reason: string },
): Promise<boolean> {
  if (!(await webhookStore(tx, tenant).pause(id))) return false;
  await deliveryStore(tx, tenant).giveUp(id, `the webhook was paused: ${reason}`);
  const resource = `webhook:${id}` as const;
  const event = { action: 'webhook.paused', resource, details: { reason } } as const;
  await writeAudit(runtime, tx, { tenant, actor: SYSTEM_ACTORS.webhooks }, event);
  return true;
}

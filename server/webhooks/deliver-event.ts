/**
 * Sends one event to one webhook, and again until it has arrived or is given up. A worker that dies after the receiver
 * has answered sends it once more, with the same id.
 */
import { Webhook as Signer } from 'standardwebhooks';
import { writeAudit } from '../audit/index.ts';
import { SYSTEM_ACTORS } from '../domain/principal.ts';
import { type EventMessage, TEST_EVENT } from '../domain/webhooks/event.ts';
import { FAILING_MS, restMs, retryPauseMs } from '../domain/webhooks/retry.ts';
import { slackMessage } from '../domain/webhooks/slack-message.ts';
import { Defer, type Job, type JobContext } from '../jobs/index.ts';
import { fromJson, type Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type DeliveryRecord, deliveryStore } from './delivery-store.ts';
import { PAUSED } from './notify-webhooks.ts';
import { postEvent, type ReceiverAnswer, TIME_LIMIT_MS } from './post-event.ts';
import { openSecret } from './seal-secret.ts';
import { type WebhookRecord, webhookStore } from './webhook-store.ts';

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
  if (webhook?.status !== 'on') return await giveUp(tenant, context, { delivery, webhook });
  const waitMs = waitOf(runtime, delivery, webhook);
  if (waitMs > 0) throw new Defer(waitMs);
  const giveBack = sendingSlots(runtime).take(tenant);
  if (giveBack === null) throw new Defer(BUSY_MS * (1 + 3 * runtime.random()));
  const sending: DeliveryAttempt = { tenant, delivery, webhook, timeoutMs, signal: context.signal };
  const answer = await send(runtime, sending).finally(giveBack);
  const chance = runtime.random();
  const pauseMs = await context.commit((tx) => settle(runtime, tx, { ...sending, answer, chance }));
  if (pauseMs !== null) throw new Defer(pauseMs);
}

interface DeliveryAttempt {
  tenant: string;
  delivery: DeliveryRecord;
  webhook: WebhookRecord;
  timeoutMs: number;
  signal: AbortSignal;
}

async function giveUp(
  tenant: string,
  context: JobContext,
  { delivery, webhook }: { delivery: DeliveryRecord; webhook: WebhookRecord | null },
): Promise<void> {
  const error = webhook?.status === 'paused' ? PAUSED : 'the webhook was turned off';
  await context.commit((tx) =>
    deliveryStore(tx, tenant).change(delivery, ['pending'], {
      status: 'undelivered',
      nextAttemptAt: null,
      error,
    }),
  );
}

/** Milliseconds for which the delivery, or its webhook after failures, has to rest. A test is sent at once. */
function waitOf(runtime: Runtime, delivery: DeliveryRecord, { retryAt }: WebhookRecord): number {
  const now = runtime.clock().getTime();
  const own = (delivery.nextAttemptAt?.getTime() ?? now) - now;
  const rest = delivery.event === TEST_EVENT ? 0 : (retryAt?.getTime() ?? now) - now;
  return rest > own ? rest + Math.round(BUSY_MS * runtime.random()) : own;
}

async function send(runtime: Runtime, sending: DeliveryAttempt): Promise<ReceiverAnswer> {
  const { tenant, delivery, webhook, timeoutMs, signal } = sending;
  const secrets = await secretsInForce(runtime, tenant, webhook);
  if (secrets.length === 0) {
    return { status: null, body: null, error: 'its secret cannot be read: rotate it' };
  }
  const body =
    webhook.form === 'slack'
      ? JSON.stringify(slackMessage(fromJson<EventMessage>(delivery.payload)))
      : delivery.payload;
  const at = runtime.clock();
  return await postEvent({
    url: webhook.url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Whetstone-Webhooks',
      'webhook-id': delivery.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Signer(secret).sign(delivery.id, at, body)).join(' '),
    },
    body,
    allowed: runtime.config.webhooks.allowedHosts,
    timeoutMs,
    signal,
  });
}

/** The secret, and the one before while that still signs; those that can be read. */
async function secretsInForce(
  runtime: Runtime,
  tenant: string,
  { id, oldSecretUntil }: WebhookRecord,
): Promise<string[]> {
  const sealed = await webhookStore(runtime.db.read, tenant).secrets(id);
  if (sealed === null) return [];
  const isOldInForce = oldSecretUntil !== null && oldSecretUntil > runtime.clock();
  const used =
    isOldInForce && sealed.oldSecret !== null ? [sealed.secret, sealed.oldSecret] : [sealed.secret];
  const opened = await Promise.all(used.map((secret) => openSecret(runtime, { tenant, id }, secret)));
  return opened.filter((secret) => secret !== null);
}

/** Stores what came of an attempt; returns the milliseconds to the next one, null where there is none. */
async function settle(
  runtime: Runtime,
  tx: Tx,
  { tenant, delivery, webhook, answer, chance }: DeliveryAttempt & { answer: ReceiverAnswer; chance: number },
): Promise<number | null> {
  const at = runtime.clock();
  const attempts = delivery.attempts + 1;
  const pauseMs = answer.error === null ? null : retryPauseMs(attempts, chance);
  const status = answer.error === null ? 'delivered' : pauseMs === null ? 'undelivered' : 'pending';
  const stored = await deliveryStore(tx, tenant).change(delivery, ['pending'], {
    ...{ status, attempts, lastAttemptAt: at, error: answer.error },
    ...{ responseStatus: answer.status, response: answer.body },
    nextAttemptAt: pauseMs === null ? null : new Date(at.getTime() + pauseMs),
  });
  if (!stored) return null;
  const store = webhookStore(tx, tenant);
  if (answer.error === null) {
    const healthy = { failingSince: null, failures: 0, retryAt: null, lastError: null };
    await store.change(webhook.id, { lastSuccessAt: at, ...healthy });
    return null;
  }
  await store.fail(webhook.id, { at, error: answer.error });
  const failing = await store.find(webhook.id);
  if (failing === null) return null;
  await store.change(webhook.id, { retryAt: new Date(at.getTime() + restMs(failing.failures)) });
  const isPaused = await pauseIfHopeless(runtime, tx, { tenant, webhook: failing, answer });
  return isPaused ? null : pauseMs;
}

/** Pauses a webhook that has failed for days or is gone, and gives up what waits for it. */
async function pauseIfHopeless(
  runtime: Runtime,
  tx: Tx,
  { tenant, webhook, answer }: { tenant: string; webhook: WebhookRecord; answer: ReceiverAnswer },
): Promise<boolean> {
  const { id, failingSince } = webhook;
  const now = runtime.clock().getTime();
  const isHopeless = failingSince !== null && now - failingSince.getTime() >= FAILING_MS;
  if (answer.status !== GONE && !isHopeless) return false;
  if (!(await webhookStore(tx, tenant).change(id, { status: 'paused' }, 'on'))) return false;
  await deliveryStore(tx, tenant).giveUp(id, PAUSED);
  const reason = answer.status === GONE ? 'it answered 410' : 'it failed for three days';
  await writeAudit(
    runtime,
    tx,
    { tenant, actor: SYSTEM_ACTORS.webhooks },
    {
      action: 'webhook.paused',
      resource: `webhook:${id}`,
      details: { reason, failing_since: failingSince?.toISOString() ?? null },
    },
  );
  return true;
}

// How many events one process sends at once: one for each tenant, and altogether half of what its worker does at once,
// so that receivers which do not answer hold up neither learning nor other tenants.

interface SendingSlots {
  /** Takes a slot and returns how to give it back; null where none is free. */
  take(tenant: string): (() => void) | null;
}

function sendingSlots(runtime: Runtime): SendingSlots {
  return runtime.once('webhooks.slots', () => createSlots(Math.ceil(runtime.config.worker.concurrency / 2)));
}

function createSlots(most: number): SendingSlots {
  const sending = new Set<string>();
  return {
    take(tenant) {
      if (sending.size >= most || sending.has(tenant)) return null;
      sending.add(tenant);
      return () => void sending.delete(tenant);
    },
  };
}

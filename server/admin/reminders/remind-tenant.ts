/**
 * Looks every ten minutes, while a tenant has webhooks, for what no single change tells: reviews that have waited too
 * long, a budget that is used up, learning that keeps failing. Each is written with its event's name for it, so that it
 * is told once, whichever worker sees it.
 */
import { RISKS } from '../../domain/skills/changesets/approval-policy.ts';
import type { WaitingChange } from '../../domain/webhooks/event.ts';
import { sentenceOf } from '../../domain/webhooks/sentence.ts';
import { Defer, type Job, type JobContext } from '../../jobs/index.ts';
import { publicUrl } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readHeadlinesOf } from '../../skills/library/index.ts';
import { notifyWebhooks } from '../../webhooks/index.ts';
import { reminderStore, type WaitingChangeset } from './store.ts';

const LOOK_MS = 600_000;
const HOUR_MS = 3_600_000;
/** A digest's day begins with the working day in Europe: at 08:00 UTC. */
const DAY_BEGINS_MS = 8 * HOUR_MS;
/** How long learning must fail until somebody is told: less is often over by itself. */
const FAILING_MS = 900_000;
/** Changes that a digest names. */
const MOST_NAMED = 10;

/** Does the job of a tenant's reminders, and puts it off until the next look; ends where no webhook is left. */
export async function remindTenant(
  runtime: Runtime,
  { tenant }: Job<'remind'>,
  context: JobContext,
): Promise<void> {
  if (!(await reminderStore(runtime.db.read, tenant).hasWebhook())) return;
  for (const remind of [notifyOfBudget, notifyOfFaults, sendDigest]) {
    // One that fails must not keep the others from being told.
    try {
      await context.commit((tx) => remind(runtime, tx, tenant));
    } catch (error) {
      context.signal.throwIfAborted();
      runtime.log.error('webhooks.reminder_failed', errorFields(error));
    }
  }
  throw new Defer(LOOK_MS);
}

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

async function notifyOfBudget(runtime: Runtime, tx: Tx, tenant: string): Promise<void> {
  const limit = runtime.config.limits.dailyTokenBudget;
  if (limit === 0) return;
  const day = dayOf(runtime.clock().getTime());
  const tokens = await reminderStore(tx, tenant).tokensOn(day);
  if (tokens < limit) return;
  const url = `${publicUrl(runtime.config)}/settings/usage`;
  await notifyWebhooks(runtime, tx, tenant, {
    ...{ type: 'budget.exceeded', once: `budget:${day}` },
    data: () => ({ day, tokens, limit, url }),
  });
}

async function notifyOfFaults(runtime: Runtime, tx: Tx, tenant: string): Promise<void> {
  const before = new Date(runtime.clock().getTime() - FAILING_MS);
  for (const { firstAt, ...fault } of await reminderStore(tx, tenant).faultsSince(before)) {
    const since = firstAt.toISOString();
    const url = `${publicUrl(runtime.config)}/settings/jobs`;
    await notifyWebhooks(runtime, tx, tenant, {
      ...{ type: 'learning.failing', once: `fault:${fault.kind}:${since}` },
      data: () => ({ ...fault, since, url }),
    });
  }
}

async function sendDigest(runtime: Runtime, tx: Tx, tenant: string): Promise<void> {
  const now = runtime.clock().getTime();
  const hours = runtime.config.webhooks.reminderHours;
  const before = new Date(now - hours * HOUR_MS);
  const counts = await reminderStore(tx, tenant).countWaiting(before);
  if (counts.changesets + counts.memories === 0) return;
  const url = `${publicUrl(runtime.config)}/review`;
  await notifyWebhooks(runtime, tx, tenant, {
    ...{ type: 'digest', once: `digest:${dayOf(now - DAY_BEGINS_MS)}` },
    data: async () => ({ hours, ...counts, waiting: await waitingChanges(runtime, tx, tenant, before), url }),
  });
}

/** The changes to be decided first: the highest risk, and of that what has waited longest. */
async function waitingChanges(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  before: Date,
): Promise<WaitingChange[]> {
  const store = reminderStore(tx, tenant);
  const waiting: WaitingChangeset[] = [];
  for (const risk of RISKS.toReversed()) {
    if (waiting.length < MOST_NAMED) {
      waiting.push(...(await store.waiting(risk, before, MOST_NAMED - waiting.length)));
    }
  }
  const headlines = await readHeadlinesOf(
    tx,
    tenant,
    waiting.map(({ id }) => id),
  );
  return waiting.map(({ id, agentId, risk, createdAt }) => {
    const headline = headlines.get(id);
    return {
      ...{ changeset_id: id, agent_id: agentId, risk, waiting_since: createdAt.toISOString() },
      sentence: headline === undefined ? '' : sentenceOf(headline),
      summary: headline?.counts ?? '',
      url: `${publicUrl(runtime.config)}/changesets/${id}`,
    };
  });
}

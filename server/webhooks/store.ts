/** The webhooks of a tenant, and the outbox and log of their deliveries. */
import { isWebhookEvent, type WebhookEvent } from '../domain/webhooks/event.ts';
import type { DeliveryStatus, WebhookForm, WebhookStatus } from '../domain/webhooks/webhook.ts';
import { fromJson, toJson } from '../platform/db/database.ts';
import { type Prisma, type Tx, tenantClient } from '../platform/db/tenant-client.ts';

type WebhookRow = Omit<Prisma.WebhookGetPayload<object>, 'tenant' | 'secret'>;

export type WebhookRecord = Omit<WebhookRow, 'form' | 'events' | 'status'> & {
  form: WebhookForm;
  events: WebhookEvent[];
  status: WebhookStatus;
};

type NewWebhook = Pick<WebhookRecord, 'id' | 'url' | 'form' | 'events' | 'createdBy' | 'createdAt'> & {
  secret: string;
};

/** How a delivery went. */
type WebhookHealth = Partial<Pick<WebhookRecord, 'status' | 'lastSuccessAt' | 'failingSince' | 'lastError'>>;

const OMIT = { tenant: true, secret: true } as const;

export function webhookStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { webhook } = client;
  return {
    async add({ events, ...row }: NewWebhook): Promise<void> {
      await webhook.create({ data: { ...row, events: toJson(events), status: 'on' } });
    },
    async count(): Promise<number> {
      return await webhook.count({});
    },
    /** All of them, the oldest first. */
    async list(): Promise<WebhookRecord[]> {
      const rows = await webhook.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], omit: OMIT });
      return rows.map(toWebhook);
    },
    /**
     * What those want that are on, the oldest first. A raw statement, because a query of the client joins the
     * transaction first, which is one more round trip for each memory that waits for review.
     */
    async listening(): Promise<Pick<WebhookRecord, 'id' | 'events'>[]> {
      const rows = await client.$queryRaw<{ id: string; events: string }[]>`
        SELECT id, events FROM webhook WHERE tenant = ${tenant} AND status = 'on' ORDER BY created_at, id`;
      return rows.map(({ id, events }) => ({ id, events: readEvents(events) }));
    },
    async find(id: string): Promise<WebhookRecord | null> {
      const row = await webhook.findFirst({ where: { id }, omit: OMIT });
      return row === null ? null : toWebhook(row);
    },
    /** The secret of one, encrypted as it is stored; null where there is none. It leaves the store here alone. */
    async secret(id: string): Promise<string | null> {
      return (await webhook.findFirst({ where: { id }, select: { secret: true } }))?.secret ?? null;
    },
    async noteHealth(id: string, health: WebhookHealth): Promise<void> {
      await webhook.updateMany({ where: { id }, data: health });
    },
    /** Notes a failure at `at`; answers since when it has failed, null where it was deleted. */
    async noteFailure(id: string, { at, error }: { at: Date; error: string }): Promise<Date | null> {
      await webhook.updateMany({ where: { id, failingSince: null }, data: { failingSince: at } });
      await webhook.updateMany({ where: { id }, data: { lastError: error } });
      return (
        (await webhook.findFirst({ where: { id }, select: { failingSince: true } }))?.failingSince ?? null
      );
    },
    /** Pauses one that is on; false where it is not. */
    async pause(id: string): Promise<boolean> {
      const { count } = await webhook.updateMany({
        where: { id, status: 'on' },
        data: { status: 'paused' },
      });
      return count === 1;
    },
    async remove(id: string): Promise<boolean> {
      return (await webhook.deleteMany({ where: { id } })).count === 1;
    },
  };
}

function toWebhook({ form, events, status, ...row }: WebhookRow): WebhookRecord {
  return {
    ...row,
    form: form === 'text' ? 'text' : 'json',
    events: readEvents(events),
    status: status === 'on' ? 'on' : 'paused',
  };
}

const readEvents = (events: string): WebhookEvent[] => [
  ...new Set(fromJson<string[]>(events).filter(isWebhookEvent)),
];

type DeliveryRow = Omit<Prisma.WebhookDeliveryGetPayload<object>, 'tenant'>;

/** `round` counts how often it was sent again by hand. */
export type DeliveryRecord = Omit<DeliveryRow, 'status'> & { status: DeliveryStatus };

/** The row of an event is written with the change that it tells. */
export type NewDelivery = Pick<DeliveryRecord, 'id' | 'webhookId' | 'event' | 'payload' | 'createdAt'>;

/** What an attempt, or its end, changes. */
type Attempt = Partial<Omit<DeliveryRecord, 'id' | 'webhookId' | 'event' | 'payload' | 'createdAt'>>;

interface PageOfDeliveries {
  before: { at: Date; id: string } | null;
  limit: number;
}

export function deliveryStore(tx: Tx, tenant: string) {
  const { webhookDelivery } = tenantClient(tx, tenant);
  return {
    async add(deliveries: readonly NewDelivery[]): Promise<void> {
      await webhookDelivery.createMany({ data: deliveries.map((row) => ({ ...row, status: 'pending' })) });
    },
    async find(id: string): Promise<DeliveryRecord | null> {
      const row = await webhookDelivery.findFirst({ where: { id }, omit: { tenant: true } });
      return row === null ? null : toDelivery(row);
    },
    /** A page of one webhook's, the newest first; `before` is where the page before ended. */
    async page(webhookId: string, { before, limit }: PageOfDeliveries): Promise<DeliveryRecord[]> {
      const older =
        before === null
          ? {}
          : { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }] };
      const rows = await webhookDelivery.findMany({
        where: { webhookId, ...older },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        omit: { tenant: true },
      });
      return rows.map(toDelivery);
    },
    /** Changes a delivery that is in a state of `from` and in this round; false where it is not. */
    async change(
      { id, round }: Pick<DeliveryRecord, 'id' | 'round'>,
      from: DeliveryStatus[],
      attempt: Attempt,
    ): Promise<boolean> {
      const { count } = await webhookDelivery.updateMany({
        where: { id, round, status: { in: from } },
        data: attempt,
      });
      return count === 1;
    },
    async giveUp(webhookId: string, error: string): Promise<void> {
      await webhookDelivery.updateMany({
        where: { webhookId, status: 'pending' },
        data: { status: 'undelivered', nextAttemptAt: null, error },
      });
    },
    async removeOf(webhookId: string): Promise<void> {
      await webhookDelivery.deleteMany({ where: { webhookId } });
    },
  };
}

const toDelivery = (row: DeliveryRow): DeliveryRecord => ({ ...row, status: row.status as DeliveryStatus });

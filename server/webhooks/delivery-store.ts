/** The outbox and log of deliveries: an event's row is written with the change that it tells. */
import type { TestEvent, WebhookEvent } from '../domain/webhooks/event.ts';
import type { DeliveryStatus } from '../domain/webhooks/webhook.ts';
import { Prisma, type Tx, tenantClient } from '../platform/db/tenant-client.ts';

type Row = Omit<Prisma.WebhookDeliveryGetPayload<object>, 'tenant' | 'once'>;

/** `round` says how often it was sent again by hand. */
export type DeliveryRecord = Omit<Row, 'event' | 'status'> & {
  event: WebhookEvent | TestEvent;
  status: DeliveryStatus;
};

/** `once` names what is told only once to a webhook. */
export type NewDelivery = Pick<
  DeliveryRecord,
  'id' | 'webhookId' | 'event' | 'payload' | 'status' | 'createdAt' | 'error'
> & { once: string | null };

/** What an attempt, or its end, changes. */
export type Attempt = Partial<Omit<DeliveryRecord, 'id' | 'webhookId' | 'event' | 'payload' | 'createdAt'>>;

const OMIT = { tenant: true, once: true } as const;

export function deliveryStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { webhookDelivery } = client;
  return {
    /** Adds deliveries; answers with the ids of those that were not told before. */
    async add(deliveries: readonly NewDelivery[]): Promise<Set<string>> {
      const rows = deliveries.map(
        ({ id, webhookId, event, once, payload, status, createdAt, error }) =>
          Prisma.sql`(${tenant}, ${id}, ${webhookId}, ${event}, ${once}, ${payload}, ${status}, ${createdAt}, ${error})`,
      );
      const added = await client.$queryRaw<{ id: string }[]>`
        INSERT INTO webhook_delivery
          (tenant, id, webhook_id, event, "once", payload, status, created_at, error)
        VALUES ${Prisma.join(rows)} ON CONFLICT DO NOTHING RETURNING id`;
      return new Set(added.map(({ id }) => id));
    },
    async find(id: string): Promise<DeliveryRecord | null> {
      const row = await webhookDelivery.findFirst({ where: { id }, omit: OMIT });
      return row === null ? null : toRecord(row);
    },
    /** A page of one webhook's, the newest first; `before` is where the page before ended. */
    async page(webhookId: string, { status, before, limit }: PageOfDeliveries): Promise<DeliveryRecord[]> {
      const older =
        before === null
          ? {}
          : { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }] };
      const rows = await webhookDelivery.findMany({
        where: { webhookId, ...(status === null ? {} : { status }), ...older },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        omit: OMIT,
      });
      return rows.map(toRecord);
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

interface PageOfDeliveries {
  status: DeliveryStatus | null;
  before: { at: Date; id: string } | null;
  limit: number;
}

function toRecord({ event, status, ...row }: Row): DeliveryRecord {
  return { ...row, event: event as DeliveryRecord['event'], status: status as DeliveryStatus };
}

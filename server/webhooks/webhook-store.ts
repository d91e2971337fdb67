/** The webhooks of a tenant. A secret leaves by {@link webhookStore.secrets} alone, encrypted as it is stored. */
import { isWebhookEvent, type WebhookEvent } from '../domain/webhooks/event.ts';
import type { WebhookForm, WebhookStatus } from '../domain/webhooks/webhook.ts';
import { fromJson, toJson } from '../platform/db/database.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { type Prisma, type Tx, tenantClient } from '../platform/db/tenant-client.ts';

type Row = Omit<Prisma.WebhookGetPayload<object>, 'tenant' | 'secret' | 'oldSecret'>;

export type WebhookRecord = Omit<Row, 'form' | 'events' | 'status'> & {
  form: WebhookForm;
  events: WebhookEvent[];
  status: WebhookStatus;
};

type NewWebhook = Pick<WebhookRecord, 'id' | 'url' | 'form' | 'events' | 'createdBy' | 'createdAt'> & {
  secret: string;
};

/** What an administrator or a delivery changes. */
export type WebhookChanges = Partial<Omit<WebhookRecord, 'id' | 'createdBy' | 'createdAt'>>;

const OMIT = { tenant: true, secret: true, oldSecret: true } as const;

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
      return rows.map(toRecord);
    },
    /**
     * What those want that are not off, the oldest first. A raw statement, because a query of the client joins the
     * transaction first, which is one more round trip for each memory that waits for review.
     */
    async listening(): Promise<Pick<WebhookRecord, 'id' | 'events' | 'status'>[]> {
      const rows = await client.$queryRaw<Pick<Row, 'id' | 'events' | 'status'>[]>`
        SELECT id, events, status FROM webhook WHERE tenant = ${tenant} AND status <> 'off'
        ORDER BY created_at, id`;
      return rows.map(({ id, events, status }) => ({
        ...{ id, events: readEvents(events), status: readStatus(status) },
      }));
    },
    async find(id: string): Promise<WebhookRecord | null> {
      const row = await webhook.findFirst({ where: { id }, omit: OMIT });
      return row === null ? null : toRecord(row);
    },
    /** The encrypted secrets of one; null where there is none. */
    async secrets(id: string): Promise<{ secret: string; oldSecret: string | null } | null> {
      return await webhook.findFirst({ where: { id }, select: { secret: true, oldSecret: true } });
    },
    /** False where there is none, or where its status is another one than `from`. */
    async change(id: string, { events, ...changes }: WebhookChanges, from?: WebhookStatus): Promise<boolean> {
      const data = { ...changes, ...(events === undefined ? {} : { events: toJson(events) }) };
      const where = { id, ...(from === undefined ? {} : { status: from }) };
      return (await webhook.updateMany({ where, data })).count === 1;
    },
    /** Counts a failure at `at`, the first one of a row as its beginning. */
    async fail(id: string, { at, error }: { at: Date; error: string }): Promise<void> {
      await webhook.updateMany({ where: { id, failingSince: null }, data: { failingSince: at } });
      await webhook.updateMany({ where: { id }, data: { failures: { increment: 1 }, lastError: error } });
    },
    /** Puts a secret in the place of the one that is in force, which is kept; false where another one is in force by now. */
    async rotate(id: string, now: { secret: string; inForce: string; until: Date }): Promise<boolean> {
      const { count } = await webhook.updateMany({
        where: { id, secret: now.inForce },
        data: { secret: now.secret, oldSecret: now.inForce, oldSecretUntil: now.until },
      });
      return count === 1;
    },
    /** Puts another encryption of a secret in its place, unless that has changed meanwhile. */
    async replaceSecret(id: string, sealed: string, next: string): Promise<void> {
      await webhook.updateMany({ where: { id, secret: sealed }, data: { secret: next } });
      await webhook.updateMany({ where: { id, oldSecret: sealed }, data: { oldSecret: next } });
    },
    async remove(id: string): Promise<boolean> {
      return (await webhook.deleteMany({ where: { id } })).count === 1;
    },
  };
}

/** The encrypted secrets of all tenants: a key of the installation encrypts them. */
export async function sealedSecrets(tx: Tx) {
  const select = { tenant: true, id: true, secret: true, oldSecret: true };
  return await clientOf(tx).webhook.findMany({ select });
}

function toRecord({ form, events, status, ...row }: Row): WebhookRecord {
  return {
    ...row,
    form: form === 'slack' ? 'slack' : 'json',
    events: readEvents(events),
    status: readStatus(status),
  };
}

const readEvents = (events: string): WebhookEvent[] => fromJson<string[]>(events).filter(isWebhookEvent);

const readStatus = (status: string): WebhookStatus =>
  status === 'on' || status === 'paused' ? status : 'off';

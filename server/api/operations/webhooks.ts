/** Webhooks over REST: what administrators manage, and the log of deliveries. */
import { z } from 'zod';
import { snakeCased } from '../../domain/camel-case.ts';
import { reference } from '../../domain/fields.ts';
import {
  DELIVERY_STATUSES,
  Webhook,
  WebhookChange,
  WebhookCreated,
  WebhookDelivery,
  WebhookIn,
  WebhookSecret,
} from '../../domain/webhooks/webhook.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  redeliver,
  rotateSecret,
  testWebhook,
} from '../../webhooks/index.ts';
import { cursor, operation, PAGES, pageSchema } from './operation.ts';

const ADMIN = { scope: 'admin', tag: 'Administration' } as const;
const webhookId = z.object({ webhook_id: reference() });

export const webhookOperations = {
  listWebhooks: operation({
    ...ADMIN,
    method: 'GET',
    path: '/v1/admin/webhooks',
    summary: 'The webhooks of the tenant, the oldest first',
  })
    .input(z.object({}))
    .output(snakeCased(z.array(Webhook)))
    .query(({ ctx }) => listWebhooks(ctx.runtime, ctx.principal)),

  createWebhook: operation({
    ...ADMIN,
    method: 'POST',
    path: '/v1/admin/webhooks',
    summary: 'Create a webhook of the tenant',
    description:
      'Events are signed as standardwebhooks.com describes (`webhook-id`, `webhook-timestamp`, `webhook-signature`), with the ' +
      'secret that is in this reply alone. Each is sent at least once, always with the same id, and up to eight times within ' +
      'about a day. Addresses that are not public are refused with 422.',
  })
    .input(WebhookIn)
    .output(snakeCased(WebhookCreated))
    .mutation(({ ctx, input }) => createWebhook(ctx.runtime, ctx.principal, input)),

  getWebhook: operation({
    ...ADMIN,
    method: 'GET',
    path: '/v1/admin/webhooks/{webhook_id}',
    summary: 'A webhook',
  })
    .input(webhookId)
    .output(snakeCased(Webhook))
    .query(({ ctx, input }) => readWebhook(ctx.runtime, ctx.principal, input.webhook_id)),

  changeWebhook: operation({
    ...ADMIN,
    method: 'POST',
    path: '/v1/admin/webhooks/{webhook_id}',
    summary: 'Change a webhook, or turn it on or off',
    description: 'What is left out stays as it is. Turning it off gives up what waits to be sent.',
  })
    .input(WebhookChange.extend(webhookId.shape))
    .output(snakeCased(Webhook))
    .mutation(({ ctx, input: { webhook_id, ...change } }) =>
      changeWebhook(ctx.runtime, ctx.principal, webhook_id, change),
    ),

  deleteWebhook: operation({
    ...ADMIN,
    method: 'DELETE',
    path: '/v1/admin/webhooks/{webhook_id}',
    summary: 'Delete a webhook and its log',
    status: 204,
  })
    .input(webhookId)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await deleteWebhook(ctx.runtime, ctx.principal, input.webhook_id);
    }),

  rotateWebhookSecret: operation({
    ...ADMIN,
    method: 'POST',
    path: '/v1/admin/webhooks/{webhook_id}/rotate-secret',
    summary: 'Give a webhook a new secret',
    description: 'For 24 hours both secrets sign, so that the receiver can change over in its own time.',
  })
    .input(webhookId)
    .output(snakeCased(WebhookSecret))
    .mutation(({ ctx, input }) => rotateSecret(ctx.runtime, ctx.principal, input.webhook_id)),

  testWebhook: operation({
    ...ADMIN,
    method: 'POST',
    path: '/v1/admin/webhooks/{webhook_id}/test',
    summary: 'Send a test event',
    description:
      'Answers with its delivery, which then tells in the log what came of it. 409 where the webhook is not on.',
  })
    .input(webhookId)
    .output(snakeCased(WebhookDelivery))
    .mutation(({ ctx, input }) => testWebhook(ctx.runtime, ctx.principal, input.webhook_id)),

  listWebhookDeliveries: operation({
    ...ADMIN,
    method: 'GET',
    path: '/v1/admin/webhooks/{webhook_id}/deliveries',
    summary: 'The deliveries of a webhook, the newest first',
    description: `Kept for 30 days unless the operator says otherwise. ${PAGES}`,
    paged: true,
  })
    .input(
      webhookId.extend({
        status: z.enum(DELIVERY_STATUSES).optional(),
        limit: z.number().int().min(1).max(200).default(50),
        cursor: cursor(),
      }),
    )
    .output(pageSchema(WebhookDelivery))
    .query(({ ctx, input }) =>
      listDeliveries(ctx.runtime, ctx.principal, {
        webhookId: input.webhook_id,
        status: input.status ?? null,
        cursor: input.cursor ?? null,
        limit: input.limit,
      }),
    ),

  redeliver: operation({
    ...ADMIN,
    method: 'POST',
    path: '/v1/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    summary: 'Send a delivery again',
    description: 'With the same id. 409 where it waits to be sent already, or the webhook is not on.',
  })
    .input(webhookId.extend({ delivery_id: reference() }))
    .output(snakeCased(WebhookDelivery))
    .mutation(({ ctx, input }) =>
      redeliver(ctx.runtime, ctx.principal, { webhookId: input.webhook_id, id: input.delivery_id }),
    ),
};

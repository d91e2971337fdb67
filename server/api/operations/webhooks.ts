/** Webhooks over REST: what administrators manage, and the log of deliveries. */
import { z } from 'zod';
import { snakeCased } from '../../domain/camel-case.ts';
import { reference } from '../../domain/fields.ts';
import { Webhook, WebhookCreated, WebhookDelivery, WebhookIn } from '../../domain/webhooks/webhook.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
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
      'secret that is in this reply alone. To change a webhook, delete it and create another. Each is sent at least once, always with the same id, and up to eight times within ' +
      'about a day. Addresses that are not public are refused with 422.',
  })
    .input(WebhookIn)
    .output(snakeCased(WebhookCreated))
    .mutation(({ ctx, input }) => createWebhook(ctx.runtime, ctx.principal, input)),

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

  testWebhook: operation({
    ...ADMIN,
    method: 'POST',
    path: '/v1/admin/webhooks/{webhook_id}/test',
    summary: 'Send a test event',
    description:
      'Answers with its delivery, which then tells in the log what came of it. One that arrives turns a paused webhook on.',
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
        limit: z.number().int().min(1).max(200).default(50),
        cursor: cursor(),
      }),
    )
    .output(pageSchema(WebhookDelivery))
    .query(({ ctx, input }) =>
      listDeliveries(ctx.runtime, ctx.principal, {
        webhookId: input.webhook_id,
        cursor: input.cursor ?? null,
        limit: input.limit,
      }),
    ),

  redeliver: operation({
    ...ADMIN,
    method: 'POST',
    path: '/v1/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    summary: 'Send a delivery again',
    description: 'With the same id, at once: also one that waits for its next attempt.',
  })
    .input(webhookId.extend({ delivery_id: reference() }))
    .output(snakeCased(WebhookDelivery))
    .mutation(({ ctx, input }) =>
      redeliver(ctx.runtime, ctx.principal, { webhookId: input.webhook_id, id: input.delivery_id }),
    ),
};

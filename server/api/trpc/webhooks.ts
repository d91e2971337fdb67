/** Webhooks in the dashboard: what REST has, but for the pages of the log. */
import { z } from 'zod';
import { reference } from '../../domain/fields.ts';
import { DELIVERY_STATUSES } from '../../domain/webhooks/webhook.ts';
import { listDeliveries, listWebhooks } from '../../webhooks/index.ts';
import { webhookOperations } from '../operations/webhooks.ts';
import { filter, paging, procedure, router } from './fields.ts';

export const webhookRouter = router({
  list: procedure('admin').query(({ ctx }) => listWebhooks(ctx.runtime, ctx.principal)),
  deliveries: procedure('admin')
    .input(z.object({ webhookId: reference(), status: filter(z.enum(DELIVERY_STATUSES)), ...paging }))
    .query(({ ctx, input }) => listDeliveries(ctx.runtime, ctx.principal, input)),
  create: webhookOperations.createWebhook,
  change: webhookOperations.changeWebhook,
  remove: webhookOperations.deleteWebhook,
  rotate: webhookOperations.rotateWebhookSecret,
  test: webhookOperations.testWebhook,
  redeliver: webhookOperations.redeliver,
});

/** Webhooks in the dashboard: what REST has, but for the pages of the log. */
import { z } from 'zod';
import { reference } from '../../domain/fields.ts';
import { listDeliveries, listWebhooks } from '../../webhooks/index.ts';
import { webhookOperations } from '../operations/webhooks.ts';
import { paging, procedure, router } from './fields.ts';

export const webhookRouter = router({
  list: procedure('admin').query(({ ctx }) => listWebhooks(ctx.runtime, ctx.principal)),
  deliveries: procedure('admin')
    .input(z.object({ webhookId: reference(), ...paging }))
    .query(({ ctx, input }) => listDeliveries(ctx.runtime, ctx.principal, input)),
  create: webhookOperations.createWebhook,
  remove: webhookOperations.deleteWebhook,
  test: webhookOperations.testWebhook,
  redeliver: webhookOperations.redeliver,
});

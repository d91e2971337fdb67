/** Webhooks: told of a change in its transaction, sent by the queue, managed by administrators. */
export { deliverEvent } from './deliver-event.ts';
export {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
} from './manage-webhooks.ts';
export { notifyWebhooks } from './notify-webhooks.ts';

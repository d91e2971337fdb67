/** Webhooks: told of a change in its transaction, sent by the queue, managed by administrators. */
export { deliverEvent } from './deliver-event.ts';
export { listDeliveries, redeliver, testWebhook } from './manage-deliveries.ts';
export {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateSecret,
} from './manage-webhooks.ts';
export { notifyWebhooks } from './notify-webhooks.ts';
export { resealSecrets } from './seal-secret.ts';

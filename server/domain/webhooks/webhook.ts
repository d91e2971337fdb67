/** A webhook and its deliveries as the interface shows them, and what an administrator sends. */
import { z } from 'zod';
import { freeText } from '../fields.ts';
import { WEBHOOK_EVENTS } from './event.ts';

const WEBHOOK_FORMS = ['json', 'text'] as const;
export type WebhookForm = (typeof WEBHOOK_FORMS)[number];

/** `paused`: the service has stopped sending, because it failed for days or the receiver said that it is gone. */
const WEBHOOK_STATUSES = ['on', 'paused'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

const DELIVERY_STATUSES = ['pending', 'delivered', 'undelivered'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const WebhookIn = z
  .object({
    url: freeText().min(1).max(2000).describe('Where events are sent, by POST'),
    events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(100),
    form: z
      .enum(WEBHOOK_FORMS)
      .default('json')
      .describe('`text` is `{"text": …}`, which the incoming webhooks of Slack, Mattermost and others take'),
  })
  .meta({ id: 'WebhookIn' });
export type WebhookIn = z.output<typeof WebhookIn>;

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    form: z.enum(WEBHOOK_FORMS),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    status: z
      .enum(WEBHOOK_STATUSES)
      .describe('`paused`: it failed for three days, or answered 410. A test that arrives turns it on again'),
    created_by: z.string(),
    created_at: z.iso.datetime(),
    last_success_at: z.iso.datetime().nullable(),
    failing_since: z.iso.datetime().nullable().describe('The first failure since the last success'),
    last_error: z.string().nullable(),
  })
  .meta({ id: 'Webhook' });

export const WebhookCreated = Webhook.extend({
  secret: z
    .string()
    .describe('`whsec_` and 32 bytes in base64. It is shown this once and cannot be read again'),
}).meta({ id: 'WebhookCreated' });

export const WebhookDelivery = z
  .object({
    id: z.string().describe('The `webhook-id` that the receiver gets, the same at each attempt'),
    event: z.string().describe('The event, or `webhook.test`'),
    status: z.enum(DELIVERY_STATUSES).describe('`undelivered`: given up, it can be sent again'),
    attempts: z.number().int().min(0).max(2_147_483_647),
    created_at: z.iso.datetime(),
    last_attempt_at: z.iso.datetime().nullable(),
    next_attempt_at: z.iso.datetime().nullable(),
    response_status: z.number().int().min(100).max(999).nullable(),
    response: z.string().nullable().describe('The first 2 kB of the last answer'),
    error: z.string().nullable().describe('Why the last attempt failed'),
    payload: z.string().describe('The event as JSON'),
  })
  .meta({ id: 'WebhookDelivery' });

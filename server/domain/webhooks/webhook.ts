/** A webhook and its deliveries as the interface shows them, and what an administrator sends. */
import { z } from 'zod';
import { freeText } from '../fields.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from './event.ts';

const WEBHOOK_FORMS = ['json', 'slack'] as const;
export type WebhookForm = (typeof WEBHOOK_FORMS)[number];

/** `paused`: the service has stopped sending, because it failed for days or the receiver said that it is gone. */
const WEBHOOK_STATUSES = ['on', 'off', 'paused'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const DELIVERY_STATUSES = ['pending', 'delivered', 'undelivered'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const url = () => freeText().min(1).max(2000).describe('Where events are sent, by POST');
const form = () => z.enum(WEBHOOK_FORMS);
const events = () =>
  z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(100)
    .describe(
      '`digest` tells once a day what has waited too long, and at once a pending change of high risk',
    );

export const WebhookIn = z
  .object({
    url: url(),
    events: events(),
    form: form().default('json').describe('`slack` is a message for an incoming webhook of Slack'),
  })
  .meta({ id: 'WebhookIn' });
export type WebhookIn = z.output<typeof WebhookIn>;

/** A change of a webhook; what is left out stays as it is. */
export const WebhookChange = z
  .object({
    url: url().optional(),
    events: events().optional(),
    form: form().optional(),
    on: z.boolean().optional().describe('True also resumes one that was paused'),
  })
  .meta({ id: 'WebhookChange' });
export type WebhookChange = z.output<typeof WebhookChange>;

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    form: form(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    status: z.enum(WEBHOOK_STATUSES).describe('`paused`: it failed for three days, or answered 410'),
    created_by: z.string(),
    created_at: z.iso.datetime(),
    last_success_at: z.iso.datetime().nullable(),
    failing_since: z.iso.datetime().nullable().describe('The first failure since the last success'),
    last_error: z.string().nullable(),
    old_secret_until: z.iso
      .datetime()
      .nullable()
      .describe('Until when the secret before the last rotation signs too'),
  })
  .meta({ id: 'Webhook' });

const secret = () =>
  z.string().describe('`whsec_` and 32 bytes in base64. It is shown this once and cannot be read again');

export const WebhookCreated = Webhook.extend({ secret: secret() }).meta({ id: 'WebhookCreated' });

export const WebhookSecret = z
  .object({
    secret: secret(),
    old_secret_until: z.iso.datetime().describe('Until then the secret before it signs too'),
  })
  .meta({ id: 'WebhookSecret' });

export const WebhookDelivery = z
  .object({
    id: z.string().describe('The `webhook-id` that the receiver gets, the same at each attempt'),
    event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
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

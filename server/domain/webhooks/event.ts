/** The events that webhooks tell, and the body that a receiver gets. */
import type { Risk } from '../skills/changesets/approval-policy.ts';

export const WEBHOOK_EVENTS = [
  'changeset.pending',
  'changeset.applied',
  'changeset.failed',
  'canary.started',
  'canary.promoted',
  'canary.rejected',
  'canary.expired',
  'memory.pending',
  'key.created',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What is sent to try a webhook; nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test';

/** A change of skills. `sentence` is what it says, with secrets masked; `summary` counts its operations. */
export interface ChangesetData {
  changeset_id: string;
  agent_id: string;
  risk: Risk;
  source: string;
  skills: string[];
  sentence: string;
  summary: string;
  /** Why it failed, why a canary ended, or why it waits once more; null where there is nothing to say. */
  reason: string | null;
  /** The page where it is decided. */
  url: string;
}

/** A memory that waits. Neither its text nor its user: it may be about a person, who can ask for its erasure. */
interface MemoryData {
  memory_id: string;
  agent_id: string;
  kind: string;
  hold_reasons: string[];
  url: string;
}

interface KeyData {
  key_id: string;
  name: string;
  scopes: string[];
  created_by: string;
  url: string;
}

interface TestData {
  webhook_id: string;
  url: string;
}

export interface EventData extends Record<ChangesetEvent, ChangesetData> {
  'memory.pending': MemoryData;
  'key.created': KeyData;
  [TEST_EVENT]: TestData;
}

export type ChangesetEvent = Extract<WebhookEvent, `changeset.${string}` | `canary.${string}`>;

/** What a receiver gets; `timestamp` is when it happened. */
export type EventMessage = {
  [E in keyof EventData]: { type: E; timestamp: string; data: EventData[E] };
}[keyof EventData];

/** Whether this version knows an event; the database may name those of a newer one. */
export function isWebhookEvent(text: string): text is WebhookEvent {
  return (WEBHOOK_EVENTS as readonly string[]).includes(text);
}

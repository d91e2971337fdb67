/** Events of webhooks in plain words. Pure. */
import { isWebhookEvent, type WebhookEvent } from '../../server/domain/webhooks/event.ts';
import type { Outputs } from '../api/trpc.ts';

export type WebhookRow = Outputs['webhooks']['list'][number];
export type DeliveryRow = Outputs['webhooks']['deliveries']['items'][number];

export const EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'changeset.pending': 'A change waits',
  'changeset.applied': 'A change was applied',
  'changeset.failed': 'A change failed',
  'canary.started': 'A canary started',
  'canary.promoted': 'A canary was promoted',
  'canary.rejected': 'A canary was rejected',
  'canary.expired': 'A canary expired',
  'memory.pending': 'A memory waits',
  'key.created': 'A key was created',
};

/** The name of an event; the log also has those of a test and of earlier versions. */
export function eventLabel(event: string): string {
  if (event === 'webhook.test') return 'Test';
  return isWebhookEvent(event) ? EVENT_LABELS[event] : event;
}

/** Most characters of a path that are shown whole; of a longer one, as Slack has, its end tells one from another. */
const PATH_SHOWN = 24;
const PATH_END = 8;

/** The address in a list: the host, and as much of the path as tells two of one host apart. */
export function placeOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const { host, pathname } = parsed;
  if (pathname === '/') return host;
  return pathname.length <= PATH_SHOWN ? `${host}${pathname}` : `${host}/…${pathname.slice(-PATH_END)}`;
}

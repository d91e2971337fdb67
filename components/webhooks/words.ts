/** Events and states of webhooks in plain words. Pure. */
import { type EventMessage, isWebhookEvent, type WebhookEvent } from '../../server/domain/webhooks/event.ts';
import { eventWords } from '../../server/domain/webhooks/event-words.ts';
import type { Outputs } from '../api/trpc.ts';
import { counted } from '../ui/text/counted.ts';

export type WebhookRow = Outputs['webhooks']['list'][number];
export type DeliveryRow = Outputs['webhooks']['deliveries']['items'][number];

interface EventWords {
  label: string;
  hint: string;
}

/** What each event tells. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, EventWords>> = {
  'changeset.pending': { label: 'A change waits', hint: 'A skill change needs a reviewer.' },
  'changeset.applied': { label: 'A change was applied', hint: 'Agents are served the new text.' },
  'changeset.failed': { label: 'A change failed', hint: 'It was approved but no longer applies.' },
  'canary.started': { label: 'A canary started', hint: 'A change runs on live traffic.' },
  'canary.promoted': { label: 'A canary was promoted', hint: 'The candidate did better.' },
  'canary.rejected': {
    label: 'A canary was rejected',
    hint: 'The candidate did not do better, or a person stopped it.',
  },
  'canary.expired': { label: 'A canary expired', hint: 'It reached its maximum duration without a verdict.' },
  'memory.pending': {
    label: 'A memory waits',
    hint: 'Sent without its text, since a memory may be about a person.',
  },
  'key.created': { label: 'A key was created', hint: 'Someone created an API key in this tenant.' },
};

/** The name of an event; the log also has those of a test and of earlier versions. */
export function eventLabel(event: string): string {
  if (event === 'webhook.test') return 'Test';
  return isWebhookEvent(event) ? EVENT_WORDS[event].label : event;
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

/** What a page of webhooks says first: whether events arrive. */
export function stateText(rows: readonly Pick<WebhookRow, 'status' | 'failingSince'>[]): string {
  const paused = rows.filter(({ status }) => status === 'paused').length;
  const failing = rows.filter(({ status, failingSince }) => status === 'on' && failingSince !== null).length;
  const counts = [
    ...(failing === 0 ? [] : [`${failing} ${failing === 1 ? 'fails' : 'fail'}`]),
    ...(paused === 0 ? [] : [`${paused} ${paused === 1 ? 'is' : 'are'} paused`]),
  ];
  if (counts.length === 0) return `${counted(rows.length, 'webhook')} on.`;
  return `Of ${counted(rows.length, 'webhook')}, ${counts.join(' and ')}.`;
}

/** Where in the dashboard an event of no changeset is looked at. */
const PAGES: Readonly<Partial<Record<EventMessage['type'], string>>> = {
  'memory.pending': '/memories',
  'key.created': '/settings/keys',
};

/** A delivery in the log: the first line of its message, the page it is about, and its event as formatted JSON. */
export interface DeliverySummary {
  title: string;
  href: string | null;
  json: string;
}

export function summarize({ payload }: Pick<DeliveryRow, 'payload'>): DeliverySummary {
  const message: EventMessage = JSON.parse(payload);
  const { data } = message;
  return {
    title: eventWords(message).lines[0] ?? message.type,
    href: 'changeset_id' in data ? `/changesets/${data.changeset_id}` : (PAGES[message.type] ?? null),
    json: JSON.stringify(message, null, 2),
  };
}

/** Events and states of webhooks in plain words. Pure. */
import type { EventMessage, WebhookEvent } from '../../server/domain/webhooks/event.ts';
import { eventWords } from '../../server/domain/webhooks/event-words.ts';
import type { Outputs } from '../api/trpc.ts';
import { asSentence, counted } from '../ui/text/counted.ts';

export type WebhookRow = Outputs['webhooks']['list'][number];
export type DeliveryRow = Outputs['webhooks']['deliveries']['items'][number];

interface EventWords {
  label: string;
  hint: string;
}

/** What each event tells, in the order in which the form offers them. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, EventWords>> = {
  digest: {
    label: 'Daily digest',
    hint: 'Once a day: reviews that have waited too long. Immediately: changes with high risk.',
  },
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
  'budget.exceeded': { label: 'The budget is used up', hint: 'Learning stops until the next UTC day.' },
  'learning.failing': { label: 'Learning fails', hint: 'For more than a quarter of an hour.' },
  'key.created': { label: 'A key was created', hint: 'Someone created an API key in this tenant.' },
};

/** The name of an event; of the test, which nobody subscribes to, too. */
export function eventLabel(event: DeliveryRow['event']): string {
  return event === 'webhook.test' ? 'Test' : EVENT_WORDS[event].label;
}

export const FORM_WORDS: Readonly<Record<WebhookRow['form'], string>> = { json: 'JSON', slack: 'Slack' };

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

/** "1 is", "2 are". */
const saying = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** What a page of webhooks says first: whether events arrive. */
export function stateText(rows: readonly Pick<WebhookRow, 'status' | 'failingSince'>[]): string {
  const countOf = (status: WebhookRow['status']) => rows.filter((row) => row.status === status).length;
  const failing = rows.filter((row) => row.status === 'on' && row.failingSince !== null).length;
  const [on, paused, off] = [countOf('on'), countOf('paused'), countOf('off')];
  if (failing + paused === 0) {
    const working = `${counted(on, 'webhook')} ${saying(on, 'works', 'work')}`;
    return off === 0 ? `${working}.` : `${working}, ${off} ${saying(off, 'is', 'are')} off.`;
  }
  const all = ` of ${counted(rows.length, 'webhook')} `;
  const fails = `${failing}${all}${saying(failing, 'fails', 'fail')}`;
  const isPaused = `${paused}${failing === 0 ? all : ' '}${saying(paused, 'is', 'are')} paused`;
  const parts = [...(failing === 0 ? [] : [fails]), ...(paused === 0 ? [] : [isPaused])];
  const whose = failing + paused === 1 ? 'its log' : 'the log of each';
  return `${parts.join(' and ')}. Open ${whose} to see what did not arrive.`;
}

/** Where in the dashboard an event of no changeset is looked at. */
const PAGES: Readonly<Partial<Record<EventMessage['type'], string>>> = {
  digest: '/review',
  'memory.pending': '/memories',
  'budget.exceeded': '/settings/usage',
  'learning.failing': '/settings/jobs',
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
    title: eventWords(message).lines[0] ?? '',
    href: 'changeset_id' in data ? `/changesets/${data.changeset_id}` : (PAGES[message.type] ?? null),
    json: JSON.stringify(message, null, 2),
  };
}

/** "A change waits, a memory waits and 4 more": the names of events in one sentence, at most `most` of them. */
export function eventsText(events: readonly WebhookEvent[], most = events.length): string {
  const labels = events.map((event) => EVENT_WORDS[event].label);
  const text = asSentence(labels.slice(0, most).join(', ').toLowerCase());
  return labels.length > most ? `${text} and ${labels.length - most} more` : text;
}

/** Events as messages for a chat. Pure. */
import { type EventMessage, isWebhookEvent } from './event.ts';

const TITLES: Readonly<Record<EventMessage['type'], string>> = {
  'changeset.pending': 'A change waits for review',
  'changeset.applied': 'A change was applied',
  'changeset.failed': 'A change failed',
  'canary.started': 'A canary has started',
  'canary.promoted': 'A canary was promoted',
  'canary.rejected': 'A canary was rejected',
  'canary.expired': 'A canary has expired',
  'memory.pending': 'A memory waits for review',
  'key.created': 'An API key was created',
  'webhook.test': 'This is a test',
};

/** The lines below the title: of a change the learned sentence first, of a memory never its text. */
function linesOf(message: EventMessage): string[] {
  switch (message.type) {
    case 'memory.pending': {
      const { kind, agent_id, hold_reasons } = message.data;
      return [`A ${kind} of agent ${agent_id}. Its text is shown in the dashboard only.`, ...hold_reasons];
    }
    case 'key.created':
      return [`“${message.data.name}”: ${message.data.scopes.join(', ')}`, `by ${message.data.created_by}`];
    case 'webhook.test':
      return ['The webhook works: events will arrive here.'];
    default: {
      // An event that only an earlier version sent.
      if (!isWebhookEvent(message.type)) return [message.type];
      const { sentence, reason, skills, summary, risk, agent_id } = message.data;
      const facts = [skills.join(', '), summary, `${risk} risk`, `agent ${agent_id}`];
      return [sentence, reason ?? '', facts.filter(Boolean).join(' · ')];
    }
  }
}

/** What a chat tool is sent at most: more than Slack shows of a message. */
const MAX_TEXT = 3000;

/** An event as chat tools take it: Slack, Mattermost, Rocket.Chat, Google Chat and others. */
export function chatMessage(message: EventMessage): { text: string } {
  const text = escapeMarkup([TITLES[message.type], ...linesOf(message)].filter(Boolean).join('\n'));
  return { text: `${cut(text, MAX_TEXT)}\n${message.data.url}` };
}

/** Characters that would begin a format: behind a zero-width space they begin none. */
const FORMAT = /[*_~`]/g;

/** Text without links, mentions or formats in Slack's mrkdwn: what was learned may have tried to be one. */
function escapeMarkup(text: string): string {
  const entities = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return entities.replace(FORMAT, (sign) => `\u200B${sign}`);
}

/** The beginning of a text, `most` UTF-16 units long, no sign and no entity cut in two. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .replace(/&[a-z]{0,3}$/, '')}…`;
}

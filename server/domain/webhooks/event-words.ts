/** Events in words: what a message for a chat and the log of deliveries say. Pure. */
import type { ChangesetData, EventMessage } from './event.ts';

/** What an event says in words, for people. */
interface EventWords {
  title: string;
  lines: string[];
  /** What stands small below them. */
  facts: string[];
  /** The page that it is about. */
  url: string;
}

const CHANGE_TITLES = {
  'changeset.pending': 'A change waits for review',
  'changeset.applied': 'A change was applied',
  'changeset.failed': 'A change failed',
  'canary.started': 'A canary has started',
  'canary.promoted': 'A canary was promoted',
  'canary.rejected': 'A canary was rejected',
  'canary.expired': 'A canary has expired',
} as const;

/** What an event says, in the words of the chat and of the log: of a change the learned sentence first. */
export function eventWords(message: EventMessage): EventWords {
  const { url } = message.data;
  switch (message.type) {
    case 'memory.pending': {
      const { kind, agent_id, hold_reasons } = message.data;
      return {
        title: 'A memory waits for review',
        lines: [`A ${kind} of agent ${agent_id} waits for review. Its text is shown in the dashboard only.`],
        facts: [...hold_reasons],
        url,
      };
    }
    case 'key.created': {
      const { name, scopes, created_by } = message.data;
      return {
        title: 'An API key was created',
        lines: [`The key “${name}” was created.`],
        facts: [scopes.join(', '), `by ${created_by}`],
        url,
      };
    }
    case 'webhook.test':
      return {
        title: 'This is a test',
        lines: ['The webhook works: events will arrive here.'],
        facts: [],
        url,
      };
    default:
      // The log also has events that earlier versions sent.
      return Object.hasOwn(CHANGE_TITLES, message.type)
        ? describeChangeset(CHANGE_TITLES[message.type], message.data)
        : { title: message.type, lines: [], facts: [], url };
  }
}

function describeChangeset(title: string, data: ChangesetData): EventWords {
  const skills = data.skills.length === 0 ? [] : [data.skills.join(', ')];
  return {
    title,
    lines: [data.sentence, capitalized(data.reason ?? '')],
    facts: [...skills, data.summary, `${data.risk} risk`, `agent ${data.agent_id}`],
    url: data.url,
  };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a chat tool is sent at most: more than Slack shows of a message. */
const MAX_TEXT = 3000;

/** An event as chat tools take it: Slack, Mattermost, Rocket.Chat, Google Chat and others. */
export function chatMessage(message: EventMessage): { text: string } {
  const { title, lines, facts, url } = eventWords(message);
  const text = escapeMarkup([title, ...lines, facts.join(' · ')].filter(Boolean).join('\n'));
  return { text: `${cut(text, MAX_TEXT)}\n${url}` };
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

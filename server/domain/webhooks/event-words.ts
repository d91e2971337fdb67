/** Events in words: what a message for a chat and the log of deliveries say. Pure. */
import { upToMost } from '../admin/bounded-count.ts';
import type { ChangesetData, EventData, EventMessage, WaitingChange } from './event.ts';

/** What an event says in words, for people. */
interface EventWords {
  title: string;
  lines: string[];
  /** What stands small below them. */
  facts: string[];
  button: { label: string; url: string };
  changes?: readonly WaitingChange[];
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
  switch (message.type) {
    case 'memory.pending':
      return {
        title: 'A memory waits for review',
        lines: [
          `A ${message.data.kind} of agent ${message.data.agent_id} waits for review. Its text is shown in the dashboard only.`,
        ],
        facts: [...message.data.hold_reasons],
        button: { label: 'Open held memories', url: message.data.url },
      };
    case 'budget.exceeded':
      return {
        title: 'The token budget of the day is used up',
        lines: [
          `${message.data.tokens} of ${message.data.limit} tokens are used. Learning resumes tomorrow.`,
        ],
        facts: [`UTC day ${message.data.day}`],
        button: { label: 'Open usage', url: message.data.url },
      };
    case 'learning.failing':
      return {
        title: 'Learning fails',
        lines: [message.data.message],
        facts: [message.data.kind, `${message.data.times} times since ${message.data.since}`],
        button: { label: 'Open jobs', url: message.data.url },
      };
    case 'key.created':
      return {
        title: 'An API key was created',
        lines: [`The key “${message.data.name}” was created.`],
        facts: [message.data.scopes.join(', '), `by ${message.data.created_by}`],
        button: { label: 'Open API keys', url: message.data.url },
      };
    case 'digest':
      return {
        title: 'Reviews have waited too long',
        lines: [waitingLine(message.data)],
        facts: [],
        button: { label: 'Open the review', url: message.data.url },
        changes: message.data.waiting,
      };
    case 'webhook.test':
      return {
        title: 'This is a test',
        lines: ['The webhook works: events will arrive here.'],
        facts: [],
        button: { label: 'Open webhooks', url: message.data.url },
      };
    default:
      return describeChangeset(
        CHANGE_TITLES[message.type],
        message.data,
        message.type === 'changeset.pending',
      );
  }
}

function describeChangeset(title: string, data: ChangesetData, waits: boolean): EventWords {
  const skills = data.skills.length === 0 ? [] : [data.skills.join(', ')];
  return {
    title,
    lines: [data.sentence, capitalized(data.reason ?? '')],
    facts: [...skills, data.summary, `${data.risk} risk`, `agent ${data.agent_id}`],
    button: { label: waits ? 'Decide' : 'Open the change', url: data.url },
  };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function waitingLine({ hours, changesets, memories }: EventData['digest']): string {
  const parts = [
    ...(changesets === 0 ? [] : [`${upToMost(changesets)} ${changesets === 1 ? 'change' : 'changes'}`]),
    ...(memories === 0 ? [] : [`${upToMost(memories)} ${memories === 1 ? 'memory' : 'memories'}`]),
  ];
  const verb = changesets + memories === 1 ? 'has' : 'have';
  return `${parts.join(' and ')} ${verb} waited for more than ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;
}

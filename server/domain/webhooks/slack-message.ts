/**
 * An event as a message for an incoming webhook of Slack, within the limits at
 * https://docs.slack.dev/reference/block-kit/blocks: 50 blocks, 150 characters of a header, 3000 of a section, 75 of a
 * button's text, 3000 of its address.
 */
import type { EventMessage, WaitingChange } from './event.ts';
import { eventWords } from './event-words.ts';

const HEADER = 150;
const SECTION = 3000;
const BUTTON_URL = 3000;
const FALLBACK = 3000;
/** Changes that a digest names, a block each. */
const MOST_CHANGES = 40;

type Text =
  | { type: 'plain_text'; text: string; emoji: false }
  | { type: 'mrkdwn'; text: string; verbatim: true };

interface Button {
  type: 'button';
  text: Text;
  url: string;
  action_id: string;
}

type Block =
  | { type: 'header'; text: Text }
  | { type: 'section'; text: Text; accessory?: Button }
  | { type: 'context'; elements: Text[] }
  | { type: 'actions'; elements: Button[] };

/** What is posted to Slack; `text` is what notifications show. */
export interface SlackMessage {
  text: string;
  blocks: Block[];
}

export function slackMessage(message: EventMessage): SlackMessage {
  const { title, lines, facts, button, changes = [] } = eventWords(message);
  const blocks: Block[] = [{ type: 'header', text: plain(title, HEADER) }];
  for (const line of lines) if (line !== '') blocks.push({ type: 'section', text: marked(escaped(line)) });
  for (const change of changes.slice(0, MOST_CHANGES)) blocks.push(changeBlock(change));
  if (facts.length > 0) blocks.push({ type: 'context', elements: [marked(escaped(facts.join(' · ')))] });
  const open = buttonTo(button.url, button.label, 'open');
  if (open !== null) blocks.push({ type: 'actions', elements: [open] });
  return { text: cut(escaped([title, ...lines].filter(Boolean).join(': ')), FALLBACK), blocks };
}

function changeBlock({ sentence, summary, risk, agent_id, url, changeset_id }: WaitingChange): Block {
  const text = marked(`${escaped(sentence || summary)}\n_${escaped(`${risk} risk · agent ${agent_id}`)}_`);
  const accessory = buttonTo(url, 'Decide', changeset_id);
  return { type: 'section', text, ...(accessory === null ? {} : { accessory }) };
}

/** Null for an address that Slack would refuse, and the whole message with it. */
function buttonTo(url: string, label: string, id: string): Button | null {
  if (url.length > BUTTON_URL || !/^https?:\/\//.test(url)) return null;
  return { type: 'button', text: plain(label, 75), url, action_id: cut(id, 255) };
}

const plain = (text: string, most: number): Text => ({
  type: 'plain_text',
  text: cut(text, most),
  emoji: false,
});
const marked = (text: string): Text => ({ type: 'mrkdwn', text: cut(text, SECTION), verbatim: true });

/** Characters that would begin a format: behind a zero-width space they begin none. */
const FORMAT = /[*_~`]/g;

/** Text as it is, in Slack's mrkdwn: no links, no mentions, no formats. */
function escaped(text: string): string {
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

/** What an agent is served and shown without a person: every read that a learn key has, over REST and MCP. */
import type { Skill } from '../../../server/domain/skills/skill.ts';
import type { Client, Reply } from '../../gateway/api-client.ts';
import { callTool } from './record.ts';

/** What reads showed, as text by the read's name; and what of it is a memory or stands in a skill. */
export interface Served {
  readonly shown: ReadonlyMap<string, string>;
  readonly memories: readonly string[];
  readonly skillTexts: readonly string[];
}

interface Asked {
  readonly agent: string;
  readonly user: string | null;
  /** What recall is asked for over REST, and over MCP. */
  readonly queries: readonly string[];
  readonly task: string;
}

const LONGEST_QUESTION = 500;

function skillTexts({ name, description, tags, bullets }: Skill): string[] {
  const rules = bullets.flatMap(({ content, issue, keywords }) => [content, issue, ...keywords]);
  return [name, description, ...tags, ...rules].filter((text) => text !== '');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function answered(reply: Reply): Reply {
  if (reply.status !== 200) throw new Error(`a read was answered with ${reply.status}: ${reply.text}`);
  return reply;
}

/** Reads all that an agent may read of its own. */
export async function servedTo(client: Client, { agent, user, queries, task }: Asked): Promise<Served> {
  const of = encodeURIComponent(agent);
  const scope = { agent_id: agent, user_id: user };
  const get = async (path: string) => answered(await client.call('GET', path));
  const post = async (path: string, body: object) => answered(await client.call('POST', path, body));
  const tool = async (name: string, sent: object) => answered(await callTool(client, name, sent));
  const [skills, memories] = await Promise.all([
    get(`/v1/skills?agent_id=${of}`),
    get(`/v1/memories?agent_id=${of}`),
  ]);
  const list = skills.json as Skill[];
  const [query = ''] = queries;
  const reads: [string, Promise<Reply>][] = [
    ...queries.map((text): [string, Promise<Reply>] => [
      'recall',
      post('/v1/recall', { query: text, scope }),
    ]),
    ['ask', post('/v1/ask', { question: query.slice(0, LONGEST_QUESTION).toWellFormed(), scope })],
    ['MCP recall', tool('recall', { agent_id: agent, user_id: user, query: task })],
    ['MCP list_skills', tool('list_skills', { agent_id: agent })],
    ...list.flatMap(({ name }): [string, Promise<Reply>][] => [
      ['SKILL.md', get(`/v1/skills/${name}/SKILL.md?agent_id=${of}`)],
      ['MCP get_skill', tool('get_skill', { agent_id: agent, ref: name })],
    ]),
  ];
  const shown = new Map([
    ['GET /v1/skills', stringsIn(skills.json).join('\n')],
    ['GET /v1/memories', stringsIn(memories.json).join('\n')],
  ]);
  const replies = await Promise.all(reads.map(async ([name, reading]) => ({ name, ...(await reading) })));
  for (const { name, json, text } of replies) {
    const strings = json === undefined ? text : stringsIn(json).join('\n');
    shown.set(name, `${shown.get(name) ?? ''}\n${strings}`);
  }
  return {
    shown,
    memories: (memories.json as { content: string }[]).map(({ content }) => content),
    skillTexts: list.flatMap(skillTexts),
  };
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const PART = 3;
const MOST = 0.5;

const toWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(IGNORABLE, '')
    .toLowerCase()
    .match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ?? [];

const toParts = (words: readonly string[]): string[] =>
  words.slice(0, Math.max(0, words.length + 1 - PART)).map((_, at) => words.slice(at, at + PART).join(' '));

/** Whether a text shows another one, if only most of it: what is redacted does not hide the rest. */
export function shows(text: string, planted: string): boolean {
  const [words, sought] = [toWords(text), toWords(planted)];
  if (sought.length < PART) return ` ${words.join(' ')} `.includes(` ${sought.join(' ')} `);
  const there = new Set(toParts(words));
  const parts = toParts(sought);
  return parts.filter((part) => there.has(part)).length > parts.length * MOST;
}

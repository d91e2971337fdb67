/**
 * How long one request holds everybody else up: the worst delay of the server's event loop while the request
 * is answered and another client keeps asking for /healthz. Each request has a process of its own, as one
 * that was just started.
 */
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import type { Dialect } from '../../server/platform/db/migrations.ts';
import { corpus } from '../load-knowledge.ts';
import { pollHealth, startServer } from '../processes.ts';
import { textTable } from '../text-table.ts';
import { stallStore } from './stall-store.ts';

/** The requests that are known to have held everybody else up, each as large as a caller can make it. */

/** What the database of the measurement holds. */
const HELD = {
  remembering: 'remembering',
  proposing: 'proposing',
  detailed: 'detailed',
  memories: 2000,
  memoryCharacters: 3900,
  changesets: 1000,
  details: 20,
} as const;

interface StallRequest {
  name: string;
  /** Sends it; the statuses of the answers. */
  send(url: string): Promise<number[]>;
}

const text = corpus(11);
const JSON_TYPE = { 'content-type': 'application/json' };

async function post(url: string, path: string, body: string): Promise<number> {
  const response = await fetch(url + path, { method: 'POST', headers: JSON_TYPE, body });
  await response.arrayBuffer();
  return response.status;
}

async function get(url: string, path: string): Promise<number> {
  const response = await fetch(url + path);
  await response.arrayBuffer();
  return response.status;
}

/** Words that no other text has, which cost an index most. */
function unknownWords(seed: number, characters: number): string {
  const words: string[] = [];
  for (let length = 0, at = 0; length < characters; at += 1) {
    const word = `${((seed + 1) * 7_919 + at * 104_729).toString(36)}${at.toString(36)}ing`;
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ').slice(0, characters);
}

/** The operations of a changeset with `rules` rules of `words` words each. */
function largeOps(rules: number, words: number): object[] {
  const bullets = Array.from({ length: rules }, () => ({ content: text.words(words), section: 'steps' }));
  return [{ op: 'create_skill', name: 'large-skill', description: text.words(30), tags: [], bullets }];
}

function episodeOfKeys(keys: number): string {
  const names = Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, 1]));
  return JSON.stringify({ task: 'Many', tool_calls: [{ name: 'lookup', arguments: names }] });
}

const batch = (episodes: number, fields: () => object) =>
  JSON.stringify(Array.from({ length: episodes }, fields));

function details(calls: number): string {
  const input = Object.fromEntries(
    Array.from({ length: calls }, (_, at) => [
      at,
      { id: `cs_${HELD.detailed}_${String(at).padStart(6, '0')}` },
    ]),
  );
  const path = Array.from({ length: calls }, () => 'changesets.detail').join(',');
  return `/api/trpc/${path}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
}

const together = (url: string, count: number, path: string) =>
  Promise.all(Array.from({ length: count }, () => get(url, path)));

const one = (path: string, body: () => string) => async (url: string) => [await post(url, path, body())];

const recall = JSON.stringify({ query: text.task(), scope: { agent_id: HELD.remembering } });

/** In the order in which they are measured. */
const STALL_REQUESTS: readonly StallRequest[] = [
  { name: '280,000 argument keys', send: one('/v1/episodes', () => episodeOfKeys(280_000)) },
  { name: '20,000 argument keys', send: one('/v1/episodes', () => episodeOfKeys(20_000)) },
  {
    name: '1,900,000 values in a list',
    send: one('/v1/episodes', () => `{"metadata":{"n":[${'1,'.repeat(1_900_000)}1]}}`),
  },
  {
    name: '100,000 problems in a body',
    send: one('/v1/episodes', () => `{"messages":[${'{"role":0},'.repeat(50_000)}0]}`),
  },
  {
    name: '1,000 episodes that name 4 skills each',
    send: one('/v1/episodes:batch', () => {
      let next = 0;
      return batch(1000, () => ({ skills_loaded: Array.from({ length: 4 }, () => `skill-${next++}`) }));
    }),
  },
  { name: 'first recall over 2,000 memories of 4 kB', send: one('/v1/recall', () => recall) },
  {
    name: 'five first recalls at once',
    send: (url) => Promise.all(Array.from({ length: 5 }, () => post(url, '/v1/recall', recall))),
  },
  { name: 'tRPC batch of twenty large details', send: async (url) => [await get(url, details(20))] },
  { name: 'tRPC batch of ten large details', send: async (url) => [await get(url, details(10))] },
  {
    name: 'five lists of 1,000 changesets',
    send: (url) => together(url, 5, `/v1/changesets?limit=1000&agent_id=${HELD.proposing}`),
  },
  {
    name: 'five lists of 2,000 memories',
    send: (url) => together(url, 5, `/v1/memories?limit=2000&agent_id=${HELD.remembering}`),
  },
];

/** The longest that the event loop may stand still, in milliseconds, on a machine with nothing else to do. */
const AIM = 150;
const WARM_UPS = 50;

interface StallRow {
  name: string;
  statuses: string;
  milliseconds: number;
  /** The longest that the event loop stood still. */
  stallMilliseconds: number;
  /** The longest that the other client waited. */
  othersMilliseconds: number;
  peakMegabytes: number;
}

export interface StallsResult {
  dialect: Dialect;
  rows: StallRow[];
}

async function fill(databaseUrl: string): Promise<void> {
  const config = readConfig({ SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: databaseUrl });
  await migrate(config.database.url);
  const db = openDatabase(config.database);
  try {
    const texts = Array.from({ length: HELD.memories }, (_, seed) =>
      unknownWords(seed, HELD.memoryCharacters),
    );
    await db.write((tx) => stallStore(tx).addMemories(HELD.remembering, texts));
    await db.write((tx) => stallStore(tx).addChangesets(HELD.proposing, HELD.changesets, largeOps(60, 170)));
    await db.write((tx) => stallStore(tx).addChangesets(HELD.detailed, HELD.details, largeOps(100, 240)));
  } finally {
    await db.close();
  }
}

async function measure({ name, send }: StallRequest, databaseUrl: string): Promise<StallRow> {
  const server = await startServer('watched', databaseUrl);
  try {
    for (let n = 0; n < WARM_UPS; n += 1) await (await fetch(`${server.url}/healthz`)).arrayBuffer();
    await server.usage();
    const others = pollHealth(server.url);
    const started = performance.now();
    const statuses = await send(server.url);
    const milliseconds = performance.now() - started;
    const othersMilliseconds = await others.stop();
    const { stallMilliseconds, peakBytes } = await server.usage();
    return {
      ...{ name, milliseconds, stallMilliseconds, othersMilliseconds },
      statuses: [...new Set(statuses)].join(' '),
      peakMegabytes: peakBytes / 2 ** 20,
    };
  } finally {
    await server.stop();
  }
}

/** Sends each request once. */
export async function stallsScenario(
  dialect: Dialect,
  { databaseUrl, say }: { databaseUrl: string; say: (text: string) => void },
): Promise<StallsResult> {
  await fill(databaseUrl);
  const rows: StallRow[] = [];
  for (const request of STALL_REQUESTS) {
    rows.push(await measure(request, databaseUrl));
    say(`  ${dialect} stalls: ${request.name}, ${rows.at(-1)?.stallMilliseconds.toFixed(0)} ms`);
  }
  return { dialect, rows };
}

const HEADINGS = ['request', 'status', 'ms', 'stall ms', 'others wait ms', 'peak MB', ''];

/** The figures as lines; what exceeds the aim is marked. */
export function stallsLines({ dialect, rows }: StallsResult): string {
  const cells = rows.map((row) => [
    row.name,
    row.statuses,
    row.milliseconds.toFixed(0),
    row.stallMilliseconds.toFixed(0),
    row.othersMilliseconds.toFixed(0),
    row.peakMegabytes.toFixed(0),
    row.stallMilliseconds > AIM ? '← above' : '',
  ]);
  const title = `\n${dialect}, how long one request holds up the others (aim: at most ${AIM} ms)\n`;
  return [title, textTable(HEADINGS, cells)].join('\n');
}

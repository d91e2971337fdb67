/** The requests that are known to have held everybody else up, each as large as a caller can make it. */
import { corpus } from '../corpus.ts';
import { LARGE_EXPORTS } from './traces.ts';

/** What the database of the measurement holds. */
export const HELD = {
  remembering: 'remembering',
  proposing: 'proposing',
  detailed: 'detailed',
  memories: 2000,
  memoryCharacters: 3900,
  changesets: 1000,
  details: 20,
} as const;

export interface StallRequest {
  name: string;
  /** An export of traces, which has aims of its own. */
  isExport?: boolean;
  /** Makes what is sent, which is not measured; answers with what sends it and gives the statuses. */
  prepare(): (url: string) => Promise<number[]>;
}

const text = corpus(11);

async function statusOf(address: string, sent?: RequestInit): Promise<number> {
  const response = await fetch(address, sent);
  await response.arrayBuffer();
  return response.status;
}

const post = (address: string, body: BodyInit, headers: Record<string, string> = {}) =>
  statusOf(address, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

/** The id of a changeset that is written, by its place among those of its agent. */
export const changesetId = (agent: string, place: number) => `cs_${agent}_${String(place).padStart(6, '0')}`;

/** Words that no other text has, which cost an index most. */
export function unknownWords(seed: number, characters: number): string {
  const words: string[] = [];
  for (let length = 0, at = 0; length < characters; at += 1) {
    const word = `${((seed + 1) * 7_919 + at * 104_729).toString(36)}${at.toString(36)}ing`;
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ').slice(0, characters);
}

/** The operations of a changeset with `rules` rules of `words` words each. */
export function largeOps(rules: number, words: number): object[] {
  const bullets = Array.from({ length: rules }, () => ({ content: text.words(words), section: 'steps' }));
  return [{ op: 'create_skill', name: 'large-skill', description: text.words(30), tags: [], bullets }];
}

function episodeOfKeys(keys: number): string {
  const names = Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, 1]));
  return JSON.stringify({ task: 'Many', tool_calls: [{ name: 'lookup', arguments: names }] });
}

const episodeOfText = (part: string) => JSON.stringify({ task: part.repeat(3_900_000 / part.length) });

const batch = (episodes: number, fields: () => object) =>
  JSON.stringify(Array.from({ length: episodes }, fields));

function details(calls: number): string {
  const input = Object.fromEntries(
    Array.from({ length: calls }, (_, at) => [at, { id: changesetId(HELD.detailed, at) }]),
  );
  const path = Array.from({ length: calls }, () => 'changesets.detail').join(',');
  return `/api/trpc/${path}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
}

const together = (url: string, count: number, path: string) =>
  Promise.all(Array.from({ length: count }, () => statusOf(url + path)));

const one = (path: string, make: () => string) => () => {
  const body = make();
  return async (url: string) => [await post(url + path, body)];
};

const recall = JSON.stringify({ query: text.task(), scope: { agent_id: HELD.remembering } });

/** In the order in which they are measured. */
export const STALL_REQUESTS: readonly StallRequest[] = [
  { name: '280,000 argument keys', prepare: one('/v1/episodes', () => episodeOfKeys(280_000)) },
  { name: '20,000 argument keys', prepare: one('/v1/episodes', () => episodeOfKeys(20_000)) },
  { name: '3.9 MB of 1-1-', prepare: one('/v1/episodes', () => episodeOfText('1-1-')) },
  {
    name: '3.9 MB of account numbers',
    prepare: one('/v1/episodes', () => episodeOfText('GB29 NWBK 6016 1331 9268 19 ')),
  },
  {
    name: '1,900,000 values in a list',
    prepare: one('/v1/episodes', () => `{"metadata":{"n":[${'1,'.repeat(1_900_000)}1]}}`),
  },
  {
    name: '100,000 problems in a body',
    prepare: one('/v1/episodes', () => `{"messages":[${'{"role":0},'.repeat(50_000)}0]}`),
  },
  {
    name: '1,000 episodes that name 4 skills each',
    prepare: one('/v1/episodes:batch', () => {
      let next = 0;
      return batch(1000, () => ({ skills_loaded: Array.from({ length: 4 }, () => `skill-${next++}`) }));
    }),
  },
  { name: 'first recall over 2,000 memories of 4 kB', prepare: one('/v1/recall', () => recall) },
  {
    name: 'five first recalls at once',
    prepare: () => (url) => Promise.all(Array.from({ length: 5 }, () => post(`${url}/v1/recall`, recall))),
  },
  {
    name: 'tRPC batch of twenty large details',
    prepare: () => async (url) => [await statusOf(url + details(20))],
  },
  {
    name: 'tRPC batch of ten large details',
    prepare: () => async (url) => [await statusOf(url + details(10))],
  },
  {
    name: 'five lists of 1,000 changesets',
    prepare: () => (url) => together(url, 5, `/v1/changesets?limit=1000&agent_id=${HELD.proposing}`),
  },
  {
    name: 'five lists of 2,000 memories',
    prepare: () => (url) => together(url, 5, `/v1/memories?limit=2000&agent_id=${HELD.remembering}`),
  },
  ...Object.entries(LARGE_EXPORTS).map(
    ([name, make]): StallRequest => ({
      ...{ name: `traces of 4 MB: ${name}`, isExport: true },
      prepare() {
        const { body, headers } = make();
        return async (url) => [await post(`${url}/v1/traces`, new Uint8Array(body), headers)];
      },
    }),
  ),
];

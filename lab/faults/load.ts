/**
 * Seeded clients that use a gateway as agents and reviewers do, and keep account of what was acknowledged. A run whose
 * recording got no answer is sent again under the same idempotency key, as the clients of the service do.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Acknowledged, nothingAcknowledged } from './acknowledged.ts';

const REQUEST_TIMEOUT_MS = 20_000;
/** Jobs give way to requests: under more of them on a busy machine hardly any canary begins. */
const PAUSE_MS = 150;
const SETTLE_DEADLINE_MS = 60_000;
export const SKILL = 'refund-orders';
const QUERY = 'Refund an order of a customer';
/** Rewards that are exact in binary, so that sums can be compared for equality. */
const SCORES = [0, 0.25, 0.5, 0.75, 1];
const OUTCOMES = ['success', 'success', 'failure', 'partial', 'unknown'];

type Json = Record<string, unknown>;

interface Reply {
  status: number;
  json: unknown;
}

export interface Load {
  readonly acknowledged: Acknowledged;
  /** Lets the clients work. */
  resume(): void;
  /** Stops them after the requests that are under way. */
  pause(): Promise<void>;
  /** Whether clients say how runs went, by outcomes and ratings; else only the learning model's judgement tells. */
  tellOutcomes(isTold: boolean): void;
  /** Sends again what got no answer until everything is acknowledged; the keys that were not in a minute. */
  settle(): Promise<string[]>;
  /** One request, told like those of the clients; null where it got no answer or 503. */
  send(method: string, path: string, body?: object): Promise<Json | null>;
  end(): Promise<void>;
}

interface Client {
  random: () => number;
  name: string;
  made: number;
}

const pick = <T>({ random }: Client, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)];

/** Whether a status is right for a request that is itself in order, whatever is wrong with the machine. */
function isExpected(method: string, path: string, status: number): boolean {
  if (status < 300 || status === 503) return true;
  // Another reviewer was faster, or a policy was.
  return status === 409 && method === 'POST' && path.endsWith('/review');
}

/** Whether the reply is that of a recall which the database did not take. */
const isUnrecorded = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'recorded' in json && json.recorded === false;

/** Starts one client a random stream, at rest. `urls` are the gateways that may be asked at that moment. */
export function startLoad(urls: readonly string[], streams: readonly (() => number)[], prefix: string): Load {
  const acknowledged = nothingAcknowledged();
  const unanswered = new Map<string, Json>();
  let asked = 0;
  let gate = Promise.withResolvers<void>();
  let isPaused = true;
  let isOver = false;
  let isTold = true;
  let working = 0;

  async function exchange(method: string, path: string, body?: object): Promise<Reply | null> {
    const url = urls[asked++ % urls.length] ?? '';
    const begun = performance.now();
    const isWrite = method !== 'GET';
    const note = (ok: boolean) => {
      if (isWrite) acknowledged.writes.push({ url, begun, ended: performance.now(), ok });
    };
    try {
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!isExpected(method, path, response.status)) {
        acknowledged.wrongReplies.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
      }
      const json = text === '' ? null : (JSON.parse(text) as unknown);
      note(response.status < 500 && !isUnrecorded(json));
      return { status: response.status, json };
    } catch {
      note(false);
      return null;
    }
  }

  async function send(method: string, path: string, body?: object): Promise<Json | null> {
    const reply = await exchange(method, path, body);
    return reply !== null && reply.status < 300 ? (reply.json as Json) : null;
  }

  async function record(key: string, body: Json): Promise<void> {
    unanswered.set(key, body);
    const reply = await send('POST', '/v1/episodes', body);
    if (reply === null) return;
    unanswered.delete(key);
    const id = String(reply['episode_id']);
    const known = acknowledged.episodes.get(key);
    if (known !== undefined && known !== id)
      acknowledged.wrongReplies.push(`${key} is both ${known} and ${id}`);
    acknowledged.episodes.set(key, id);
    if (reply['reflection_scheduled'] === true) acknowledged.scheduled.add(id);
    // Another gateway is asked, and 404 is never right: what was acknowledged is read at once.
    await send('GET', `/v1/episodes/${id}`);
  }

  async function run(client: Client): Promise<void> {
    const { random, name } = client;
    const key = `${name}-${client.made++}`;
    const session_id = `session-${key}`;
    const recalled = await send('POST', '/v1/recall', { query: QUERY, session_id });
    if (recalled === null) return;
    const recall_id = String(recalled['recall_id']);
    (isUnrecorded(recalled) ? acknowledged.unrecorded : acknowledged.recalls).add(recall_id);
    const task = `${QUERY}, run ${key}`;
    const outcome = isTold ? pick(client, OUTCOMES) : 'unknown';
    await record(key, { task, outcome, recall_id, session_id, idempotency_key: key });
    if (isTold && random() < 0.3) await rate(client, acknowledged.episodes.get(key));
  }

  async function rate(client: Client, episode_id: string | undefined): Promise<void> {
    if (episode_id === undefined) return;
    const score = pick(client, SCORES);
    if ((await send('POST', '/v1/feedback', { episode_id, score })) === null) return;
    acknowledged.feedback.set(episode_id, (acknowledged.feedback.get(episode_id) ?? 0) + 1);
  }

  async function remember(client: Client): Promise<void> {
    const content = `The warehouse ${client.name}${client.made++} closes at ${Math.floor(client.random() * 12)}`;
    const reply = await send('POST', '/v1/memories', { content });
    if (reply !== null) acknowledged.memories.add(String(reply['id']));
  }

  async function review(client: Client): Promise<void> {
    const reply = await exchange('GET', '/v1/changesets?limit=20');
    if (reply === null || reply.status !== 200) return;
    const chosen = pick(client, reply.json as { id: string }[]);
    if (chosen === undefined) return;
    const body = { approve: client.random() < 0.7, comment: 'seen' };
    if ((await send('POST', `/v1/changesets/${chosen.id}/review`, body)) !== null)
      acknowledged.reviewed.add(chosen.id);
  }

  async function turn(client: Client): Promise<void> {
    const [key, body] = unanswered.entries().next().value ?? [];
    if (key !== undefined && body !== undefined && client.random() < 0.5) return await record(key, body);
    const dice = client.random();
    if (dice < 0.6 || (!isTold && dice >= 0.9)) return await run(client);
    if (dice < 0.75) return await remember(client);
    if (dice < 0.9) return await review(client);
    await rate(client, pick(client, [...acknowledged.episodes.values()].slice(-50)));
  }

  async function work(client: Client): Promise<void> {
    while (!isOver) {
      if (isPaused) {
        await gate.promise;
        continue;
      }
      working += 1;
      await turn(client).finally(() => {
        working -= 1;
      });
      await sleep(PAUSE_MS);
    }
  }

  const clients = streams.map((random, at): Client => ({ random, name: `${prefix}${at}x`, made: 0 }));
  const ended = Promise.all(clients.map(work));
  const pause = async () => {
    if (!isPaused) gate = Promise.withResolvers();
    isPaused = true;
    while (working > 0) await sleep(5);
  };
  return {
    acknowledged,
    resume() {
      isPaused = false;
      gate.resolve();
    },
    pause,
    tellOutcomes(told) {
      isTold = told;
    },
    async settle() {
      const deadline = performance.now() + SETTLE_DEADLINE_MS;
      while (unanswered.size > 0 && performance.now() < deadline) {
        for (const [key, body] of [...unanswered]) await record(key, body);
        if (unanswered.size > 0) await sleep(100);
      }
      return [...unanswered.keys()];
    },
    send,
    async end() {
      isOver = true;
      gate.resolve();
      await ended;
    },
  };
}

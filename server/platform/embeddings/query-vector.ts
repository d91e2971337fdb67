/**
 * The vector of what somebody asks, for requests that cannot wait: within a time-out, or none. What was asked
 * lately is kept for each tenant apart, the same question asked at the same time is sent once, and questions
 * that arrive together share a call.
 */
import { createHash } from 'node:crypto';
import type { Vector } from '../../domain/knowledge/vector.ts';
import { type FairCache, fairCache } from '../fair-cache.ts';
import type { Runtime } from '../runtime.ts';
import { readBackground } from './background.ts';
import { EmbeddingsError } from './endpoint.ts';
import { fetchVectors, type TextRole } from './fetch-vectors.ts';
import { type Question, queryBatches } from './query-batches.ts';
import { servedSpace } from './vector-space.ts';

// Keeps a dead endpoint from costing every request its time-out: after a few failures in a row nobody waits
// for it any more, and from time to time one request finds out, with nobody waiting, whether it is back.

const FAILURES = 3;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/** `wait`: ask and wait. `probe`: ask, and go on without. `skip`: do without. */
type Admission = 'wait' | 'probe' | 'skip';

interface Breaker {
  admit(): Admission;
  succeeded(): void;
  failed(): void;
}

/** Makes a breaker on the clock `now`, which gives milliseconds. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let openedAt = 0;
  let probing = false;
  return {
    admit() {
      if (failures < FAILURES) return 'wait';
      const since = now() - openedAt;
      // A clock that was set back ends the pause rather than prolongs it.
      if (probing || (since >= 0 && since < pauseMs)) return 'skip';
      probing = true;
      return 'probe';
    },
    succeeded() {
      failures = 0;
      pauseMs = FIRST_PAUSE_MS;
      probing = false;
    },
    failed() {
      failures += 1;
      if (failures < FAILURES) return;
      if (probing) pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      probing = false;
      openedAt = now();
    },
  };
}

/** Vectors kept of all tenants, by size. */
const BUDGET_BYTES = 32 * 1024 * 1024;
const BYTES_PER_VECTOR = 250;

interface KeyedQuestion extends Question {
  /** Of the tenant, the text, and what it is asked as. */
  key: string;
}

interface Queries {
  kept: FairCache<Vector>;
  underWay: Map<string, Promise<Vector | null>>;
  ask: (question: KeyedQuestion) => Promise<Vector | null>;
  /** By time-out: an endpoint that is quick enough for one may be too slow for another. */
  breakers: Map<number, Breaker>;
}

function processQueries(runtime: Runtime): Queries {
  return runtime.once('embeddings.queries', () => ({
    kept: fairCache<Vector>(BUDGET_BYTES),
    underWay: new Map(),
    ask: queryBatches<KeyedQuestion>((questions, signal) => fetchSome(runtime, questions, signal)),
    breakers: new Map(),
  }));
}

function findBreaker(runtime: Runtime, { breakers }: Queries, timeoutMs: number): Breaker {
  const breaker = breakers.get(timeoutMs) ?? createBreaker(() => runtime.clock().getTime());
  breakers.set(timeoutMs, breaker);
  return breaker;
}

interface VectorOptions {
  /** Default: query. */
  role?: TextRole;
  /** Default: as configured for recalls. */
  timeoutMs?: number | undefined;
}

/**
 * The vector of `text` in the served space: null at once where no endpoint is configured or nothing is said, and null within
 * `timeoutMs` where the endpoint gives none. Never rejects.
 */
export function queryVector(
  runtime: Runtime,
  tenant: string,
  text: string,
  { role = 'query', timeoutMs = runtime.config.embeddings.timeoutMs }: VectorOptions = {},
): Promise<Vector | null> | null {
  const space = servedSpace(runtime);
  if (space === null || text.trim() === '') return null;
  return ask(runtime, { tenant, text, role, space, timeoutMs });
}

async function ask(runtime: Runtime, asked: Question): Promise<Vector | null> {
  const { tenant, text, role, space, timeoutMs } = asked;
  const queries = processQueries(runtime);
  const digest = createHash('sha256').update(text).digest('base64');
  const key = `${tenant}\0${digest}\0${role}\0${space.name}`;
  const known = queries.kept.get(key);
  if (known !== undefined) return known;
  // Anyone who joins a question waits no longer than for one of their own.
  const place = `${timeoutMs} ${key}`;
  const joined = queries.underWay.get(place);
  if (joined !== undefined) return await joined;
  const admission = findBreaker(runtime, queries, timeoutMs).admit();
  if (admission === 'skip') return null;
  const question = { ...asked, key };
  if (admission === 'probe') {
    // By itself, because the breaker waits for its answer.
    fetchSome(runtime, [question], AbortSignal.timeout(timeoutMs)).catch(() => {});
    return null;
  }
  const reply = queries.ask(question).finally(() => queries.underWay.delete(place));
  queries.underWay.set(place, reply);
  return await reply;
}

/** One call for questions that differ in their texts alone; tells the breaker and the log how it ended. */
async function fetchSome(
  runtime: Runtime,
  questions: readonly KeyedQuestion[],
  signal: AbortSignal,
): Promise<readonly Vector[]> {
  const queries = processQueries(runtime);
  const [first] = questions;
  if (first === undefined) return [];
  const { tenant, role, space, timeoutMs } = first;
  const breaker = findBreaker(runtime, queries, timeoutMs);
  try {
    const texts = questions.map(({ text }) => text);
    const vectors = await fetchVectors(runtime.config, texts, { space, role, signal });
    breaker.succeeded();
    readBackground(runtime, space);
    for (const [place, value] of vectors.entries()) {
      const key = questions[place]?.key ?? '';
      queries.kept.put(key, { tenant, value, bytes: BYTES_PER_VECTOR + value.byteLength });
    }
    return vectors;
  } catch (error) {
    const isRefused = error instanceof EmbeddingsError && error.kind === 'refused';
    // An endpoint that refuses one tenant's text serves the others'.
    if (isRefused) breaker.succeeded();
    else breaker.failed();
    const reason = error instanceof EmbeddingsError ? error.message : 'an unexpected fault';
    runtime.log.warn('embeddings.failed', { tenant, purpose: 'query', reason });
    throw error;
  }
}

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
import { servedSpace, type VectorSpace } from './vector-space.ts';

/** Of one call; few, because a gateway reads the reply while it answers others. */
const MOST_TEXTS_A_CALL = 16;
const MOST_CHARACTERS_A_CALL = 64_000;
/** Texts under way, of the process and of one tenant, and texts of one tenant that wait for their call. */
const MOST_TEXTS = 256;
const MOST_TEXTS_OF_TENANT = 64;
const MOST_WAITING = 256;
/** Longest that a text waits for company while there is room: this, and this part of its time-out. */
const GATHER_MS = 25;
const GATHER_PART = 0.1;

/** A text whose vector is wanted within a time-out. */
interface Question {
  tenant: string;
  text: string;
  role: TextRole;
  space: VectorSpace;
  timeoutMs: number;
}

interface QueuedQuestion<Q> {
  question: Q;
  /** Ends the waiting for this text. */
  signal: AbortSignal;
  /** Whether it is asked by itself, because a call that held it was refused. */
  alone: boolean;
  resolve: (vector: Vector | null) => void;
}

/** The texts of one tenant, space, role and time-out. */
interface QuestionQueue<Q> {
  waiting: QueuedQuestion<Q>[];
  calls: number;
}

function callSize<Q extends Question>(waiting: readonly QueuedQuestion<Q>[], room: number): number {
  if (waiting[0]?.alone) return Math.min(1, room);
  let characters = 0;
  const end = waiting.findIndex(({ question: { text }, alone }, place) => {
    characters += text.length;
    return alone || place >= MOST_TEXTS_A_CALL || (place > 0 && characters > MOST_CHARACTERS_A_CALL);
  });
  return Math.min(end === -1 ? waiting.length : end, room);
}

/** Those of a failed call that are asked once more; the others do without. */
function questionsToRetry<Q>(some: readonly QueuedQuestion<Q>[], error: unknown): QueuedQuestion<Q>[] {
  const isRefused = error instanceof EmbeddingsError && error.kind === 'refused';
  const again = isRefused && some.length > 1 ? some.filter(({ signal }) => !signal.aborted) : [];
  for (const waiting of some) if (!again.includes(waiting)) waiting.resolve(null);
  return again.map((waiting) => Object.assign(waiting, { alone: true }));
}

/**
 * Hands out a function that answers with a text's vector, and with null where there is none within the text's
 * time-out, no room for it, or `call` rejects. `call` asks for texts that are equal in all but their words,
 * and must end with its signal. Where it rejects with a refusal, each of its texts is asked once more by itself.
 */
function queryBatches<Q extends Question>(
  call: (questions: readonly Q[], signal: AbortSignal) => Promise<readonly Vector[]>,
): (question: Q) => Promise<Vector | null> {
  const lines = new Map<string, QuestionQueue<Q>>();
  const underWay = new Map<string, number>();
  let total = 0;

  function count(tenant: string, change: number): void {
    total += change;
    const texts = (underWay.get(tenant) ?? 0) + change;
    if (texts > 0) underWay.set(tenant, texts);
    else underWay.delete(tenant);
  }

  /** Sends as much as there is room for; the rest waits for a call to end, if one of the line is under way. */
  function flush(tenant: string, key: string): void {
    const line = lines.get(key);
    while (line !== undefined && line.waiting.length > 0) {
      const room = Math.min(MOST_TEXTS - total, MOST_TEXTS_OF_TENANT - (underWay.get(tenant) ?? 0));
      const some = line.waiting.splice(0, callSize(line.waiting, room));
      if (some.length === 0) break;
      void send(line, key, some);
    }
    if (line === undefined || line.calls > 0) return;
    lines.delete(key);
    for (const { resolve } of line.waiting) resolve(null);
  }

  async function send(line: QuestionQueue<Q>, key: string, some: QueuedQuestion<Q>[]): Promise<void> {
    const [{ question, signal }] = some as [QueuedQuestion<Q>];
    line.calls += 1;
    count(question.tenant, some.length);
    try {
      // The first has waited longest: when it has waited enough, the others nearly have.
      const questions = some.map((waiting) => waiting.question);
      const vectors = await call(questions, signal);
      for (const [place, { resolve }] of some.entries()) resolve(vectors[place] ?? null);
    } catch (error) {
      line.waiting.unshift(...questionsToRetry(some, error));
    }
    line.calls -= 1;
    count(question.tenant, -some.length);
    flush(question.tenant, key);
  }

  return (question) =>
    new Promise((resolve) => {
      const { tenant, timeoutMs, role, space } = question;
      const key = JSON.stringify([timeoutMs, role, space.name, tenant]);
      const line = lines.get(key) ?? { waiting: [], calls: 0 };
      lines.set(key, line);
      if (line.waiting.length >= MOST_WAITING) return resolve(null);
      const waiting = { question, signal: AbortSignal.timeout(timeoutMs), alone: false, resolve };
      const giveUp = (): void => {
        line.waiting = line.waiting.filter((other) => other !== waiting);
        resolve(null);
      };
      waiting.signal.addEventListener('abort', giveUp, { once: true });
      line.waiting.push(waiting);
      if (line.waiting.length >= MOST_TEXTS_A_CALL) flush(tenant, key);
      else if (line.waiting.length > 1) return;
      // Requests that the socket delivered in the same turn get to join the call.
      else if (line.calls === 0) setImmediate(flush, tenant, key);
      else setTimeout(flush, Math.min(GATHER_MS, GATHER_PART * timeoutMs), tenant, key);
    });
}

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

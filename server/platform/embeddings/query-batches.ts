/**
 * Texts that arrive while a call is under way share the next one, so that many recalls at once cost the
 * endpoint few calls. A call holds texts of one tenant only: else how long another tenant's texts are, and
 * which of them the endpoint refuses, would show in everybody's recalls.
 */
import type { Vector } from '../../domain/knowledge/vector.ts';
import { EmbeddingsError } from './endpoint.ts';
import type { TextRole } from './fetch-vectors.ts';
import type { VectorSpace } from './vector-space.ts';

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
export interface Question {
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
export function queryBatches<Q extends Question>(
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

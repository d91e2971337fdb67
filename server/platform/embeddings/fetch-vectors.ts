/**
 * One request to the endpoint: bounded in what is sent and read, ended by its signal, sent nowhere but where
 * it was configured.
 */
import { z } from 'zod';
import { unitVector, type Vector } from '../../domain/knowledge/vector.ts';
import type { Config } from '../config/config.ts';
import { EmbeddingsError, endpointAddress } from './endpoint.ts';
import type { VectorSpace } from './vector-space.ts';

/** Larger vectors than any model has. */
const MOST_DIMENSIONS = 8192;

/** OpenAI's form of a reply, as far as it is read. */
const Reply = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).optional(),
      embedding: z.array(z.number()).min(1).max(MOST_DIMENSIONS),
    }),
  ),
});

const wrong = (what: string) => new EmbeddingsError('unavailable', `the reply ${what}`);

/**
 * Reads a reply to `count` texts, in their order. It is believed only as far as it fits what was asked: one vector for each text, all
 * of one size and each with a direction. A wrong one would be served from for as long as its text stays the same. Throws an
 * unavailable {@link EmbeddingsError} where it does not fit. Of each vector the first `dimensions` numbers are kept, as models
 * with nested vectors allow (Kusupati et al., Matryoshka Representation Learning, 2022).
 */
export function readVectors(text: string, count: number, dimensions: number | null = null): Vector[] {
  const data = readData(text);
  if (data.length !== count) throw wrong(`has ${data.length} vectors for ${count} texts`);
  const vectors = new Map<number, Vector>();
  data.forEach(({ index, embedding }, place) => {
    const at = index ?? place;
    if (at >= count) throw wrong('names a text that was not sent');
    if (vectors.has(at)) throw wrong('names a text twice');
    const vector = unitVector(dimensions === null ? embedding : embedding.slice(0, dimensions));
    if (vector === null) throw wrong('has a vector without a direction');
    vectors.set(at, vector);
  });
  const inOrder = [...vectors].sort(([a], [b]) => a - b).map(([, vector]) => vector);
  const size = inOrder[0]?.length;
  if (inOrder.some((vector) => vector.length !== size)) throw wrong('has vectors of different sizes');
  return inOrder;
}

function readData(text: string) {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    throw wrong('is not valid JSON');
  }
  const { success, data } = Reply.safeParse(reply);
  if (!success) throw wrong('has no list of vectors');
  return data.data;
}

/**
 * Characters of a text that are sent: models read about this much, and the beginning says what a text is
 * about.
 */
const SENT_CHARACTERS = 8000;

/** What a number takes in JSON at most, white space included, and what surrounds the vectors. */
const BYTES_PER_NUMBER = 32;
const ENVELOPE_BYTES = 64_000;

/** Statuses that speak of this text and not of the endpoint. */
const REFUSALS = new Set([400, 413, 422]);

/** What texts are for a model that tells them apart: what is asked, or what is found. */
export type TextRole = 'query' | 'passage';

function toRequest(
  { embeddings }: Config,
  texts: readonly string[],
  { space, role, signal }: { space: VectorSpace; role: TextRole; signal: AbortSignal },
): RequestInit {
  const prefix = role === 'query' ? space.queryPrefix : space.passagePrefix;
  const before = prefix === '' ? '' : `${prefix} `;
  const input = texts.map((text) => before + text.slice(0, SENT_CHARACTERS).toWellFormed());
  const model = space.model === null ? {} : { model: space.model };
  const authorization = embeddings.apiKey === null ? {} : { authorization: `Bearer ${embeddings.apiKey}` };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...authorization },
    body: JSON.stringify({ ...model, input }),
    redirect: 'manual',
    signal,
  };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new EmbeddingsError('unavailable', 'the reply is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * The vectors of a few texts in `space`, in their order. Throws {@link EmbeddingsError}; when `signal` ends it, an
 * unavailable one.
 */
export async function fetchVectors(
  config: Config,
  texts: readonly string[],
  options: { space: VectorSpace; role: TextRole; signal: AbortSignal },
): Promise<Vector[]> {
  const { space, signal } = options;
  const { url } = config.embeddings;
  if (url === null) throw new EmbeddingsError('unavailable', 'no endpoint is configured');
  try {
    const response = await fetch(endpointAddress(url), toRequest(config, texts, options));
    if (!response.ok) {
      await response.body?.cancel();
      const kind = REFUSALS.has(response.status) ? 'refused' : 'unavailable';
      throw new EmbeddingsError(kind, `the endpoint answers ${response.status}`);
    }
    const maxBytes = ENVELOPE_BYTES + texts.length * MOST_DIMENSIONS * BYTES_PER_NUMBER;
    return readVectors(await readText(response, maxBytes), texts.length, space.dimensions);
  } catch (error) {
    if (error instanceof EmbeddingsError) throw error;
    if (signal.aborted) throw new EmbeddingsError('unavailable', 'the endpoint took too long');
    throw new EmbeddingsError('unavailable', 'the endpoint cannot be reached');
  }
}

/** One request to the endpoint: bounded in what is sent and read, ended by its signal, sent nowhere but where it was configured. */
import type { Vector } from '../../domain/knowledge/vector.ts';
import type { Config } from '../config/config.ts';
import { EmbeddingsError, endpointAddress } from './endpoint.ts';
import { MOST_DIMENSIONS, readVectors } from './read-vectors.ts';

/** Characters of a text that are sent: models read about this much, and the beginning says what a text is about. */
const SENT_CHARACTERS = 8000;

/** What a number takes in JSON at most, white space included, and what surrounds the vectors. */
const BYTES_PER_NUMBER = 32;
const ENVELOPE_BYTES = 64_000;

/** Statuses that speak of this text and not of the endpoint. */
const REFUSALS = new Set([400, 413, 422]);

function toRequest({ embeddings }: Config, texts: readonly string[], signal: AbortSignal): RequestInit {
  const input = texts.map((text) => text.slice(0, SENT_CHARACTERS).toWellFormed());
  const model = embeddings.model === null ? {} : { model: embeddings.model };
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

/** The vectors of a few texts, in their order. Throws {@link EmbeddingsError}; when `signal` ends it, an unavailable one. */
export async function fetchVectors(
  config: Config,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Vector[]> {
  const { url } = config.embeddings;
  if (url === null) throw new EmbeddingsError('unavailable', 'no endpoint is configured');
  try {
    const response = await fetch(endpointAddress(url), toRequest(config, texts, signal));
    if (!response.ok) {
      await response.body?.cancel();
      const kind = REFUSALS.has(response.status) ? 'refused' : 'unavailable';
      throw new EmbeddingsError(kind, `the endpoint answers ${response.status}`);
    }
    const maxBytes = ENVELOPE_BYTES + texts.length * MOST_DIMENSIONS * BYTES_PER_NUMBER;
    return readVectors(await readText(response, maxBytes), texts.length);
  } catch (error) {
    if (error instanceof EmbeddingsError) throw error;
    if (signal.aborted) throw new EmbeddingsError('unavailable', 'the endpoint took too long');
    throw new EmbeddingsError('unavailable', 'the endpoint cannot be reached');
  }
}

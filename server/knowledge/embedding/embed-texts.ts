/** Asks for the vectors of a few texts, as a job does: with patience, and so that one text the endpoint refuses spoils no other. */
import type { Vector } from '../../domain/knowledge/vector.ts';
import { EmbeddingsError } from '../../platform/embeddings/embeddings-error.ts';
import { fetchVectors } from '../../platform/embeddings/fetch-vectors.ts';
import type { Runtime } from '../../platform/runtime.ts';

const TIMEOUT_MS = 30_000;

/** A text that any endpoint takes which takes texts at all. */
const HARMLESS = 'hello';

/**
 * The vectors of `texts` in their order, null where the endpoint refuses a text but not others. Throws {@link EmbeddingsError} where
 * the endpoint gives none, and the signal's reason.
 */
export async function embedTexts(
  runtime: Runtime,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Vector | null)[]> {
  const fetched = (some: readonly string[]) =>
    fetchVectors(runtime.config, some, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
  try {
    return await fetched(texts);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof EmbeddingsError) || error.kind !== 'refused') throw error;
    if (texts.length > 1) {
      const half = texts.length >> 1;
      const first = await embedTexts(runtime, texts.slice(0, half), signal);
      return [...first, ...(await embedTexts(runtime, texts.slice(half), signal))];
    }
    await fetched([HARMLESS]);
    return [null];
  }
}

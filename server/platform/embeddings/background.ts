/**
 * Texts about nothing in particular, and their vectors in the present model's space. How near a query is to
 * them tells what cosine means nothing with this model (0.1 with some, 0.75 with others), also for an agent
 * that knows too few texts to tell it from those.
 */
import { type CompactVector, compactVector, cosineOf, type Vector } from '../../domain/knowledge/vector.ts';
import type { Runtime } from '../runtime.ts';
import { fetchVectors } from './fetch-vectors.ts';
import { servedSpace, type VectorSpace } from './vector-space.ts';

/** Of as many kinds as possible: tasks, facts, descriptions. */
const TEXTS = [
  'The museum opens at ten in the morning and is closed on Mondays.',
  'Translate a short poem from French into English.',
  'Her grandfather kept bees behind the old stone house.',
  'Compute the area of a triangle from its three sides.',
  'Prefers to be addressed by her first name.',
  'Sharks have been around for longer than trees.',
  'Write unit tests for a function that parses dates.',
  'The train to the coast leaves from platform four.',
  'Summarise the minutes of a meeting in three sentences.',
  'Knit a scarf with two colours of wool.',
  'Interest rates rose by a quarter of a percent last spring.',
  'Tune the strings of a violin before the concert.',
];

const TIMEOUT_MS = 30_000;
/** Pause after a failure, in which the usual cosine is guessed. */
const PAUSE_MS = 60_000;

interface Background {
  vectors: readonly CompactVector[];
  isAsked: boolean;
  failedAt: number;
}

const spaceBackground = (runtime: Runtime, { name }: VectorSpace): Background =>
  runtime.once(`embeddings.background ${name}`, () => ({
    ...{ vectors: [], isAsked: false, failedAt: Number.NEGATIVE_INFINITY },
  }));

/**
 * Asks for the background's vectors in `space` unless they are known, with nobody waiting. To be called when the
 * endpoint is known to be well.
 */
export function readBackground(runtime: Runtime, space: VectorSpace): void {
  const background = spaceBackground(runtime, space);
  const now = runtime.clock().getTime();
  if (background.isAsked || now - background.failedAt < PAUSE_MS) return;
  background.isAsked = true;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  fetchVectors(runtime.config, TEXTS, { space, role: 'passage', signal }).then(
    (vectors) => {
      background.vectors = vectors.map(compactVector);
    },
    () => {
      background.isAsked = false;
      background.failedAt = now;
      const reason = 'the texts that tell the usual cosine got no vectors';
      runtime.log.warn('embeddings.failed', { purpose: 'background', reason });
    },
  );
}

/**
 * The cosines of a query's vector with texts that have nothing to do with it; empty where they are not known
 * yet.
 */
export function backgroundCosines(runtime: Runtime, vector: Vector): number[] {
  const space = servedSpace(runtime);
  const vectors = space === null ? [] : spaceBackground(runtime, space).vectors;
  return vectors.flatMap((other) => cosineOf(vector, other) ?? []);
}

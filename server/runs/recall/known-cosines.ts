/** How near in meaning what is known is to a query, where an embeddings endpoint gave the query's vector in time. */
import { cosinesOf, type Vector } from '../../domain/knowledge/vector.ts';
import { backgroundCosines } from '../../platform/embeddings/background.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Known } from './load-known.ts';

/** Cosines by id, and those of the query with what has nothing to do with it. */
export interface Cosines {
  cosines: ReadonlyMap<string, number>;
  background: readonly number[];
}

/** What ranking goes by beside words; null means by words alone. */
interface KnownCosines {
  skills: Cosines | null;
  memories: Cosines | null;
}

/** The cosines with the known skills and memories; null where there are none. */
export function knownCosines(
  runtime: Runtime,
  { own, shared, common, users }: Known,
  vector: Vector | null,
): KnownCosines {
  if (vector === null) return { skills: null, memories: null };
  const background = backgroundCosines(runtime, vector);
  const found = (cosines: ReadonlyMap<string, number>): Cosines | null =>
    cosines.size === 0 ? null : { cosines, background };
  const skills = cosinesOf(vector, [own.vectors.byId, shared.vectors.byId]);
  const memories = cosinesOf(vector, users === null ? [common.vectors] : [common.vectors, users.vectors]);
  return { skills: found(skills), memories: found(memories) };
}

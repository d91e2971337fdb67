/** How near in meaning what is known is to a query, where an embeddings endpoint gave the query's vector in time. */
import { cosinesOf, type Vector } from '../domain/ranking/vector.ts';
import type { Known } from './load-known.ts';

/** Cosines by id; undefined means that ranking goes by words alone. */
export type Cosines = ReadonlyMap<string, number> | undefined;

/** The cosines with the known skills and memories; undefined where there are none. */
export function knownCosines(
  { own, shared, common, users }: Known,
  vector: Vector | null,
): { skills: Cosines; memories: Cosines } {
  if (vector === null) return { skills: undefined, memories: undefined };
  const skills = cosinesOf(vector, [own.vectors.byId, shared.vectors.byId]);
  const memories = cosinesOf(vector, users === null ? [common.vectors] : [common.vectors, users.vectors]);
  return { skills: found(skills), memories: found(memories) };
}

function found(cosines: ReadonlyMap<string, number>): Cosines {
  return cosines.size === 0 ? undefined : cosines;
}

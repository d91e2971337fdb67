/**
 * What is known that bears on a question, for answering it instead of serving it: no holdout, no canary and no record, since no run
 * follows from which anything could be measured.
 */
import { readQuery } from '../../domain/knowledge/query.ts';
import { cosinesOf, type Vector } from '../../domain/knowledge/vector.ts';
import type { KnownMemory, KnownSkill } from '../../knowledge/index.ts';
import { backgroundCosines } from '../../platform/embeddings/background.ts';
import { queryVector } from '../../platform/embeddings/query-vector.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Known, loadKnown, type RecallScope } from './load-known.ts';
import { selectMemories } from './select-memories.ts';
import { selectSkills } from './select-skills.ts';

/** Most of each that is gathered, and the score below which a skill is left out. */
interface GatherLimits {
  maxSkills: number;
  maxMemories: number;
  minScore: number;
}

/** What was gathered, the best first. */
interface Gathered {
  skills: KnownSkill[];
  memories: KnownMemory[];
  profile: string | null;
}

/** Gathers skills of the agent and the shared ones, the user's memories and those about no user, and the user's card. */
export async function gatherKnown(
  runtime: Runtime,
  scope: RecallScope,
  question: string,
  { maxSkills, maxMemories, minScore }: GatherLimits,
): Promise<Gathered> {
  const meaning = queryVector(runtime, scope.tenant, question);
  const known = await loadKnown(runtime, { ...scope, asOf: null });
  const cosines = knownCosines(runtime, known, await meaning);
  const query = readQuery(question);
  const limits = { userId: scope.userId, maxMemories, cosines: cosines.memories };
  const { full } = selectSkills(known, query, {
    ...{ maxSkills, indexSize: 0, minScore, holdout: false },
    cosines: cosines.skills,
  });
  // Memories share few words with a question about them: where too few do, the newest fill the list.
  const [fitting, newest] = [selectMemories(known, query, limits), selectMemories(known, null, limits)];
  const memories = new Map([...fitting.chosen, ...newest.chosen].map(({ memory }) => [memory.id, memory]));
  return {
    skills: full.map(({ skill }) => skill),
    memories: [...memories.values()].slice(0, maxMemories),
    profile: known.users?.profile ?? null,
  };
}

/** How near in meaning what is known is to a query, where an embeddings endpoint gave the query's vector in time. */

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

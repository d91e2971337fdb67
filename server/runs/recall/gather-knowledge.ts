/**
 * What is known that bears on a question, for answering it instead of serving it: no holdout, no canary and
 * no record, since no run follows from which anything could be measured.
 */
import { asksForAdvice, readQuery } from '../../domain/knowledge/query.ts';
import { cosinesOf, type Vector } from '../../domain/knowledge/vector.ts';
import { type KnownMemory, type KnownSkill, likenessTo } from '../../knowledge/index.ts';
import { backgroundCosines } from '../../platform/embeddings/background.ts';
import { queryVector } from '../../platform/embeddings/query-vector.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { loadKnowledge, type RecallKnowledge, type RecallScope } from './load-knowledge.ts';
import { selectMemories } from './select-memories.ts';
import { selectSkills } from './select-skills.ts';

/** Most of each that is gathered, and the score below which a skill is left out. */
interface GatherLimits {
  maxSkills: number;
  maxMemories: number;
  minScore: number;
}

/** What was gathered, the best first. */
interface GatheredKnowledge {
  skills: KnownSkill[];
  memories: KnownMemory[];
  profile: string | null;
}

/**
 * Gathers skills of the agent and the shared ones, the user's memories and those about no user, and the
 * user's card.
 */
export async function gatherKnowledge(
  runtime: Runtime,
  scope: RecallScope,
  question: string,
  { maxSkills, maxMemories, minScore }: GatherLimits,
): Promise<GatheredKnowledge> {
  const meaning = queryVector(runtime, scope.tenant, question);
  const known = await loadKnowledge(runtime, { ...scope, asOf: null });
  const cosines = knowledgeCosines(runtime, known, await meaning);
  const query = readQuery(question);
  const limits = {
    ...{ userId: scope.userId, maxMemories, minScore: 0, cosines: cosines.memories },
    likeness: likenessTo(query),
    advice: asksForAdvice(question),
  };
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

/** Cosines by id, and those of the query with what has nothing to do with it. */
export interface Cosines {
  cosines: ReadonlyMap<string, number>;
  background: readonly number[];
}

/** What ranking goes by in addition to words; null means by words alone. */
interface KnowledgeCosines {
  skills: Cosines | null;
  memories: Cosines | null;
}

/** The cosines with the known skills and memories; null where there are none. */
export function knowledgeCosines(
  runtime: Runtime,
  { own, shared, common, users }: RecallKnowledge,
  vector: Vector | null,
): KnowledgeCosines {
  if (vector === null) return { skills: null, memories: null };
  const background = backgroundCosines(runtime, vector);
  const found = (cosines: ReadonlyMap<string, number>): Cosines | null =>
    cosines.size === 0 ? null : { cosines, background };
  const skills = cosinesOf(vector, [own.vectors, shared.vectors]);
  const memories = cosinesOf(vector, users === null ? [common.vectors] : [common.vectors, users.vectors]);
  return { skills: found(skills), memories: found(memories) };
}

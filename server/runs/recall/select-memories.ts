/** Which memories a recall serves: those that bear on its query, or the newest where it asks nothing. */
import { brief, type Query } from '../../domain/knowledge/query.ts';
import { rankMemories } from '../../domain/knowledge/rank-memories.ts';
import type { RecalledMemory } from '../../domain/runs/recall/recall.ts';
import type { KnownMemory } from '../../knowledge/index.ts';
import type { Cosines } from './gather-knowledge.ts';
import { memoryParts, type RecallKnowledge } from './load-knowledge.ts';

/** Memories beyond the limit or below the minimum that an explanation still has. */
const KEPT_BEYOND = 3;

export interface MemoryLimits {
  userId: string | null;
  maxMemories: number;
  /** Lower scores are not served. */
  minScore: number;
  /** Of the memories' vectors with the query's. */
  cosines: Cosines | null;
  /** Of a preference's words with the query's. */
  likeness: (memory: KnownMemory) => number | undefined;
  /** Whether the query asks for advice. */
  advice: boolean;
}

/** A memory that goes into the reply. */
export interface ChosenMemory {
  memory: KnownMemory;
  score: number;
}

export interface MemorySelection {
  chosen: ChosenMemory[];
  /** What the recall's row says of them. */
  recalled: RecalledMemory[];
}

/** Chooses from the memories that the recall may see; `query` is null where nothing was asked. */
export function selectMemories(
  known: RecallKnowledge,
  query: Query | null,
  limits: MemoryLimits,
): MemorySelection {
  return query === null ? newest(known, limits) : bestFitting(known, query, limits);
}

function newest({ common, users }: RecallKnowledge, { maxMemories }: MemoryLimits): MemorySelection {
  const memories = [...common.newest(maxMemories), ...(users?.newest(maxMemories) ?? [])];
  memories.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  const chosen = memories.slice(0, maxMemories).map((memory) => ({ memory, score: 0 }));
  return {
    chosen,
    recalled: chosen.map(({ memory }) => ({
      id: memory.id,
      score: 0,
      parts: {},
      served: true,
      reason: 'newest',
    })),
  };
}

function bestFitting(
  { common, users }: RecallKnowledge,
  query: Query,
  { userId, maxMemories, minScore, cosines, likeness, advice }: MemoryLimits,
): MemorySelection {
  const indexes = [...common.indexes(), ...(users?.indexes() ?? [])];
  const limit = maxMemories + KEPT_BEYOND;
  const find = (id: string) => users?.get(id) ?? common.get(id);
  const ranked = rankMemories(indexes, query, {
    ...{ userId, limit, named: maxMemories, advice },
    ...cosines,
    likeness(id) {
      const memory = find(id);
      return memory === undefined ? undefined : likeness(memory);
    },
  });
  const chosen: ChosenMemory[] = [];
  const recalled: RecalledMemory[] = [];
  for (const { id, score: exact, parts } of ranked) {
    const memory = find(id);
    if (memory === undefined) continue;
    const score = brief(exact);
    const fits = score >= minScore;
    const served = fits && chosen.length < maxMemories;
    if (served) chosen.push({ memory, score });
    else if (recalled.length >= chosen.length + KEPT_BEYOND) break;
    const reason = served ? 'served' : fits ? 'beyond_limit' : 'below_minimum';
    recalled.push({ id, score, parts: memoryParts(parts), served, reason });
  }
  return { chosen, recalled };
}

/**
 * What one recall may serve: the skills of its agent and of the shared namespace, its user's memories and
 * those about no user — as they are in memory, or brought up to given revisions.
 */
import { SHARED_AGENT } from '../../domain/fields.ts';
import { CONSIDERED_MEMORIES } from '../../domain/knowledge/memory-index.ts';
import { brief } from '../../domain/knowledge/query.ts';
import type { RankedMemory } from '../../domain/knowledge/rank-memories.ts';
import type { RankedSkill } from '../../domain/knowledge/rank-skills.ts';
import { composeCard } from '../../domain/memories/profile.ts';
import {
  knowledgeOf,
  knowledgeStore,
  type MemoryPartition,
  type MemorySnapshot,
  memorySnapshot,
  revisionStore,
  type SkillSnapshot,
} from '../../knowledge/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

export interface RecallScope {
  tenant: string;
  agentId: string;
  userId: string | null;
}

/** What of it: as it is now, or with memories and card as they were believed at the moment `asOf`. */
export interface RecallView extends RecallScope {
  asOf: Date | null;
}

/** The revisions that matter to one recall: of its agent's skills and memories and of the shared skills. */
export interface Revisions {
  skills: number;
  memories: number;
  shared: number;
}

/** What is known to a recall; an agent's own skills come before the shared ones. */
export interface RecallKnowledge {
  own: SkillSnapshot;
  shared: SkillSnapshot;
  /** Memories about no user. */
  common: MemorySnapshot;
  /** The user's memories and card; null without a user. */
  users: MemorySnapshot | null;
  /**
   * The revisions that all of it was at least as new as when this was made; partitions are updated in place.
   */
  at: Revisions;
  /** What it was then; the same objects as long as nothing changed. */
  states: readonly (object | null)[];
}

type Partitions = Pick<RecallKnowledge, 'own' | 'shared' | 'common' | 'users'>;

function toKnowledge({ own, shared, common, users }: Partitions, asOf: Date | null): RecallKnowledge {
  // What was believed in the past is read for every recall, so no revision of the present says anything about
  // it.
  const memories = Math.min(common.revision, users?.revision ?? Number.POSITIVE_INFINITY);
  return {
    own,
    shared,
    common,
    users,
    at: {
      skills: own.revision,
      memories: asOf === null ? memories : Number.POSITIVE_INFINITY,
      shared: shared.revision,
    },
    states: [
      ...[own.skills, own.vectors, shared.skills, shared.vectors],
      ...[common.state, users?.state ?? null, shared.policy],
    ],
  };
}

/** Whether nothing known has changed up to `revisions`. */
export function isCurrent({ at }: RecallKnowledge, { skills, memories, shared }: Revisions): boolean {
  return at.skills >= skills && at.memories >= memories && at.shared >= shared;
}

/** Whether two recalls know the same, so that what was served from one is what the other would serve. */
export function isSame(one: RecallKnowledge, other: RecallKnowledge): boolean {
  return one.states.every((state, place) => state === other.states[place]);
}

/**
 * What is in memory and ready, of any revision; null where any of it is not, or has to be read for every
 * recall.
 */
export function knowledgeInMemory(
  runtime: Runtime,
  { tenant, agentId, userId, asOf }: RecallView,
): RecallKnowledge | null {
  if (asOf !== null) return null;
  const knowledge = knowledgeOf(runtime);
  const own = knowledge.skillsInMemory(tenant, agentId);
  const shared = knowledge.skillsInMemory(tenant, SHARED_AGENT);
  const common = knowledge.memoriesInMemory(tenant, { agentId, userId: null });
  const users = userId === null ? null : knowledge.memoriesInMemory(tenant, { agentId, userId });
  if (own === undefined || shared === undefined || common === undefined || users === undefined) return null;
  if (!common.isReadyToRank || users?.isReadyToRank === false) return null;
  return toKnowledge({ own, shared, common, users }, asOf);
}

/** What is known, at least as new as `revisions`, which must have been read before. */
export async function loadKnowledgeAt(
  runtime: Runtime,
  { tenant, agentId, userId, asOf }: RecallView,
  revisions: Revisions,
): Promise<RecallKnowledge> {
  const knowledge = knowledgeOf(runtime);
  const memories = (partition: MemoryPartition): Promise<MemorySnapshot> =>
    asOf === null
      ? knowledge.memories(tenant, partition, revisions.memories)
      : pastMemories(runtime, tenant, partition, asOf);
  const [own, shared, common, users] = await Promise.all([
    knowledge.skills(tenant, agentId, revisions.skills),
    knowledge.skills(tenant, SHARED_AGENT, revisions.shared),
    memories({ agentId, userId: null }),
    userId === null ? null : memories({ agentId, userId }),
  ]);
  await readyToRank(users === null ? [common] : [common, users]);
  return toKnowledge({ own, shared, common, users }, asOf);
}

/** While one is being prepared, a change elsewhere may give another one more to read. */
async function readyToRank(partitions: readonly MemorySnapshot[]): Promise<void> {
  while (partitions.some(({ isReadyToRank }) => !isReadyToRank)) {
    await Promise.all(partitions.map((one) => one.prepareRanking()));
  }
}

/** What is known now: the revisions are read first. */
export async function loadKnowledge(runtime: Runtime, view: RecallView): Promise<RecallKnowledge> {
  return await loadKnowledgeAt(runtime, view, await readRevisions(runtime, view));
}

/** The revisions as they are now. */
async function readRevisions(runtime: Runtime, { tenant, agentId }: RecallScope): Promise<Revisions> {
  const read = await revisionStore(runtime.db.read, tenant).read([agentId, SHARED_AGENT]);
  const { skills, memories } = read.get(agentId) ?? { skills: 0, memories: 0 };
  return { skills, memories, shared: read.get(SHARED_AGENT)?.skills ?? 0 };
}

/** A partition as it was believed at a moment, with the card that its preferences made then. */
async function pastMemories(
  runtime: Runtime,
  tenant: string,
  partition: MemoryPartition,
  at: Date,
): Promise<MemorySnapshot> {
  const store = knowledgeStore(runtime.db.read, tenant);
  const found = await store.memoriesAt(partition, at, CONSIDERED_MEMORIES);
  const ids = found.map(({ id }) => id);
  const preferences = found.filter(({ kind }) => kind === 'preference');
  const profile = partition.userId === null ? null : (composeCard(preferences)?.profile ?? null);
  const past = memorySnapshot(partition.userId);
  const vectors = await knowledgeOf(runtime).memoryVectors(tenant, ids);
  past.adopt({ revision: 0, ids, asked: ids, found, vectors, profile });
  return past;
}

/**
 * Words that a score names in a recall's row: few, because a row holds the parts of every candidate's score.
 */
const NAMED_TERMS = 5;

type Parts = Record<string, unknown>;
type Terms = RankedSkill['parts']['terms'];

/** Adds what is not always there: the cosine, and the heaviest matched words with their weights. */
function withMore(parts: Parts, cosine: number | null, terms: Terms): Parts {
  if (cosine !== null) parts['cosine'] = brief(cosine);
  if (terms.length > 0) {
    parts['terms'] = terms.slice(0, NAMED_TERMS).map(({ word, weight }) => ({ word, weight: brief(weight) }));
  }
  return parts;
}

/** Why a skill has its score. */
export function skillParts({ lexical, coverage, rules, cosine, terms }: RankedSkill['parts']): Parts {
  const parts = { lexical: brief(lexical), coverage: brief(coverage), rules: brief(rules) };
  return withMore(parts, cosine, terms);
}

/** Why a memory has its score. */
export function memoryParts(ranked: RankedMemory['parts']): Parts {
  const { lexical, neighbours, standing, advice, likeness, cosine, terms } = ranked;
  const parts: Parts = { lexical: brief(lexical), neighbours: brief(neighbours), standing };
  if (likeness !== null) parts['likeness'] = brief(likeness);
  if (advice) parts['advice'] = true;
  return withMore(parts, cosine, terms);
}

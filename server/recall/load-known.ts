/**
 * What one recall may serve: the skills of its agent and of the shared namespace, its user's memories and those about no
 * user. The revisions are read first, so nothing is served that had changed before the recall began.
 */
import { SHARED_AGENT } from '../domain/fields.ts';
import { composeCard } from '../domain/profiles/compose-card.ts';
import { MEMORIES_CONSIDERED } from '../domain/recall/recall.ts';
import {
  knowledgeOf,
  knowledgeStore,
  type MemoryPartition,
  type MemoryShelf,
  memoryShelf,
  revisionStore,
  type SkillShelf,
} from '../knowledge/index.ts';
import type { Runtime } from '../platform/runtime.ts';

/** Whose recall it is. */
export interface RecallScope {
  tenant: string;
  agentId: string;
  userId: string | null;
}

/** What is known to a recall; an agent's own skills come before the shared ones. */
export interface Known {
  own: SkillShelf;
  shared: SkillShelf;
  /** Memories about no user. */
  common: MemoryShelf;
  /** The user's memories and card; null without a user. */
  users: MemoryShelf | null;
}

const NOTHING = { skills: 0, memories: 0 };

/** What is known now, or with memories and card as they were believed at `asOf`. */
export async function loadKnown(
  runtime: Runtime,
  { tenant, agentId, userId }: RecallScope,
  asOf: Date | null,
): Promise<Known> {
  const revisions = await revisionStore(runtime.db.read, tenant).read([agentId, SHARED_AGENT]);
  const revision = revisions.get(agentId) ?? NOTHING;
  const knowledge = knowledgeOf(runtime);
  const memories = (user: string | null): Promise<MemoryShelf> =>
    asOf === null
      ? knowledge.memories(tenant, { agentId, userId: user }, revision.memories)
      : pastMemories(runtime, tenant, { agentId, userId: user }, asOf);
  const [own, shared, common, users] = await Promise.all([
    knowledge.skills(tenant, agentId, revision.skills),
    knowledge.skills(tenant, SHARED_AGENT, (revisions.get(SHARED_AGENT) ?? NOTHING).skills),
    memories(null),
    userId === null ? null : memories(userId),
  ]);
  return { own, shared, common, users };
}

/** A partition as it was believed at a moment, with the card that its preferences made then. */
async function pastMemories(
  runtime: Runtime,
  tenant: string,
  partition: MemoryPartition,
  at: Date,
): Promise<MemoryShelf> {
  const store = knowledgeStore(runtime.db.read, tenant);
  const found = await store.memoriesAt(partition, at, MEMORIES_CONSIDERED);
  const ids = found.map(({ id }) => id);
  const preferences = found.filter(({ kind }) => kind === 'preference');
  const profile = partition.userId === null ? null : (composeCard(preferences)?.profile ?? null);
  const shelf = memoryShelf(partition.userId);
  shelf.adopt({ revision: 0, ids, asked: ids, found, profile });
  return shelf;
}

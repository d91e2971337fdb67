/**
 * The knowledge that a process keeps in memory, by namespace and user, and the rule that nothing outdated is served from
 * it: whoever asks names the revision that they read, and gets what is at least as new. Everything here was read after
 * the revision it is filed under, so a change that commits meanwhile is seen twice rather than missed.
 */
import type { Vector, Vectors } from '../domain/knowledge/vector.ts';
import type { Tx } from '../platform/db/database.ts';
import { vectorSpace } from '../platform/embeddings/endpoint.ts';
import { type FairCache, fairCache } from '../platform/fair-cache.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type MemoryShelf, memoryShelf } from './memory-shelf.ts';
import { readMemories } from './read-memories.ts';
import { type OwnChanges, ownChanges } from './revisions.ts';
import { loadSkills, type SkillShelf } from './skill-shelf.ts';
import { type KnownMemory, knowledgeStore, type MemoryPartition } from './store.ts';
import { type VectorStore, vectorStore } from './vector-store.ts';

/** What all tenants' knowledge may take in memory, by estimate. */
const BUDGET_BYTES = 256 * 1024 * 1024;

type Shelf = SkillShelf | MemoryShelf;

/** A memory change of this process that has been committed. */
interface MemoryChange {
  tenant: string;
  agentId: string;
  /** The agent's revision of memories that the change made. */
  revision: number;
  /** Whose active memories or card it changed; null where it changed none, as when a memory is held. */
  touched: MemoryPartition | null;
  /** The memory that became active, where that is all that changed: it is added here without reading anything. */
  added?: KnownMemory;
  /** The vector that was stored with it, if any. */
  vector?: Vector | null;
}

export interface Knowledge {
  /** The skills of a namespace as they are in memory, of whatever revision; undefined where they are not. */
  skillsInMemory(tenant: string, agentId: string): SkillShelf | undefined;
  /** The memories of a partition as they are in memory, of whatever revision; undefined where they are not. */
  memoriesInMemory(tenant: string, partition: MemoryPartition): MemoryShelf | undefined;
  /** The servable skills of a namespace, at least as new as `revision`. */
  skills(tenant: string, agentId: string, revision: number): Promise<SkillShelf>;
  /** The active memories of a partition, at least as new as `revision`. */
  memories(tenant: string, partition: MemoryPartition, revision: number): Promise<MemoryShelf>;
  /** As {@link Knowledge.memories}, read in a transaction, where waiting for another reader could wait for ever. */
  memoriesWithin(tx: Tx, tenant: string, partition: MemoryPartition, revision: number): Promise<MemoryShelf>;
  /** The stored vectors of the given memories; none where no endpoint is configured. */
  memoryVectors(tenant: string, ids: readonly string[]): Promise<Vectors>;
  /** Tells of a change, so that what it did not touch stays current without being read. */
  memoriesChanged(change: MemoryChange): void;
}

/** The knowledge kept by this process. */
export function knowledgeOf(runtime: Runtime): Knowledge {
  return runtime.once('knowledge', () =>
    createKnowledge(runtime.db.read, BUDGET_BYTES, vectorSpace(runtime.config)),
  );
}

const skillsKey = (tenant: string, agentId: string) => `skills\0${tenant}\0${agentId}`;
const memoriesKey = (tenant: string, { agentId, userId }: MemoryPartition) =>
  `memories\0${tenant}\0${agentId}\0${userId === null ? '' : `=${userId}`}`;

/** Where a tenant's vectors are read; null where no endpoint is configured. */
type VectorsIn = (tx: Tx, tenant: string) => VectorStore | null;

/** Makes an empty knowledge of at most `budget` bytes that reads from `db`, with the vectors of `space` where it is given. */
export function createKnowledge(db: Tx, budget: number, space: string | null = null): Knowledge {
  const cache = fairCache<Shelf>(budget);
  const changes = ownChanges();
  const vectorsIn: VectorsIn = (tx, tenant) => (space === null ? null : vectorStore(tx, tenant, space));
  return {
    ...skillsIn(db, cache, vectorsIn),
    ...memoriesIn(db, { cache, changes, vectorsIn }),
    memoryVectors: async (tenant, ids) => (await vectorsIn(db, tenant)?.vectors('memory', ids)) ?? new Map(),
  };
}

/** Whoever asks for the same while it is being read waits for that reading, and reads again if it was too early. */
async function folded<S>(underWay: Map<string, Promise<S>>, key: string, read: () => Promise<S>): Promise<S> {
  const present = underWay.get(key);
  if (present !== undefined) return await present;
  const reading = read().finally(() => underWay.delete(key));
  underWay.set(key, reading);
  return await reading;
}

function skillsIn(
  db: Tx,
  cache: FairCache<Shelf>,
  vectorsIn: VectorsIn,
): Pick<Knowledge, 'skills' | 'skillsInMemory'> {
  const underWay = new Map<string, Promise<SkillShelf>>();
  const kept = (key: string): SkillShelf | undefined => {
    const shelf = cache.get(key);
    return shelf?.kind === 'skills' ? shelf : undefined;
  };
  return {
    skillsInMemory: (tenant, agentId) => kept(skillsKey(tenant, agentId)),
    async skills(tenant, agentId, revision) {
      const key = skillsKey(tenant, agentId);
      let shelf = kept(key);
      while (shelf === undefined || shelf.revision < revision) {
        shelf = await folded(underWay, key, async () => {
          const store = knowledgeStore(db, tenant);
          const loaded = await loadSkills(store, agentId, {
            ...{ revision, previous: kept(key) },
            vectorStore: vectorsIn(db, tenant),
          });
          cache.put(key, { tenant, value: loaded, bytes: loaded.bytes });
          return loaded;
        });
      }
      return shelf;
    },
  };
}

function memoriesIn(
  db: Tx,
  { cache, changes, vectorsIn }: { cache: FairCache<Shelf>; changes: OwnChanges; vectorsIn: VectorsIn },
): Pick<Knowledge, 'memories' | 'memoriesInMemory' | 'memoriesWithin' | 'memoriesChanged'> {
  const underWay = new Map<string, Promise<MemoryShelf>>();
  const kept = (key: string): MemoryShelf | undefined => {
    const shelf = cache.get(key);
    return shelf?.kind === 'memories' ? shelf : undefined;
  };
  /** The shelf of a partition, moved on where no change since concerned it. */
  const find = (tenant: string, partition: MemoryPartition, revision: number): MemoryShelf => {
    const shelf = kept(memoriesKey(tenant, partition)) ?? memoryShelf(partition.userId);
    const current = changes.spare(tenant, partition, shelf.revision, revision);
    if (shelf.revision < revision && current) shelf.revision = revision;
    return shelf;
  };
  const weigh = (tenant: string, partition: MemoryPartition, shelf: MemoryShelf): void =>
    cache.put(memoriesKey(tenant, partition), { tenant, value: shelf, bytes: shelf.bytes() });
  const read = async (
    tx: Tx,
    tenant: string,
    { partition, revision }: { partition: MemoryPartition; revision: number },
  ): Promise<MemoryShelf> => {
    const shelf = find(tenant, partition, revision);
    const sources = { store: knowledgeStore(tx, tenant), vectorStore: vectorsIn(tx, tenant) };
    await readMemories(sources, partition, shelf, revision);
    weigh(tenant, partition, shelf);
    return shelf;
  };
  return {
    memoriesInMemory: (tenant, partition) => kept(memoriesKey(tenant, partition)),
    async memories(tenant, partition, revision) {
      let shelf = find(tenant, partition, revision);
      while (shelf.revision < revision) {
        const key = memoriesKey(tenant, partition);
        shelf = await folded(underWay, key, () => read(db, tenant, { partition, revision }));
      }
      return shelf;
    },
    async memoriesWithin(tx, tenant, partition, revision) {
      const shelf = find(tenant, partition, revision);
      return shelf.revision >= revision ? shelf : await read(tx, tenant, { partition, revision });
    },
    memoriesChanged({ tenant, agentId, revision, touched, added, vector }) {
      changes.note(tenant, agentId, revision, touched);
      if (added === undefined || touched === null) return;
      const shelf = kept(memoriesKey(tenant, touched));
      if (shelf === undefined) return;
      shelf.insert(added, revision, vector);
      weigh(tenant, touched, shelf);
    },
  };
}

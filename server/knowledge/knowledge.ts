/**
 * The knowledge that a process keeps in memory, by namespace and user, and the rule that nothing outdated is
 * served from it: anyone who asks names the revision that they read, and gets what is at least as new.
 * Everything here was read after the revision it is filed under, so a change that commits meanwhile is seen
 * twice rather than missed.
 */
import { SHARED_AGENT } from '../domain/fields.ts';
import type { Vector, Vectors } from '../domain/knowledge/vector.ts';
import type { Tx } from '../platform/db/database.ts';
import { vectorSpace } from '../platform/embeddings/endpoint.ts';
import { type FairCache, fairCache } from '../platform/fair-cache.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type MemorySnapshot, memorySnapshot } from './memory-snapshot.ts';
import { ownPolicy } from './policy.ts';
import { readMemories } from './read-memories.ts';
import { type OwnChanges, ownChanges } from './revisions.ts';
import { loadSkills, type SkillSnapshot } from './skill-snapshot.ts';
import { type KnownMemory, knowledgeStore, type MemoryPartition } from './store.ts';
import { type VectorStore, vectorStore } from './vector-store.ts';
import { type Meanings, meaningsOf } from './word-likeness.ts';

const BYTES_PER_MEGABYTE = 2 ** 20;

type Snapshot = SkillSnapshot | MemorySnapshot;

/** A memory change of this process that has been committed. */
interface MemoryChange {
  tenant: string;
  agentId: string;
  /** The agent's revision of memories that the change made. */
  revision: number;
  /** Whose active memories or card it changed; null where it changed none, as when a memory is held. */
  affected: MemoryPartition | null;
  /**
   * The memory that became active, where that is all that changed: it is added here without reading anything.
   */
  added?: KnownMemory;
  vector?: Vector | null;
}

export interface Knowledge {
  /** The skills of a namespace as they are in memory, of any revision; undefined where they are not. */
  skillsInMemory(tenant: string, agentId: string): SkillSnapshot | undefined;
  /** The memories of a partition as they are in memory, of any revision; undefined where they are not. */
  memoriesInMemory(tenant: string, partition: MemoryPartition): MemorySnapshot | undefined;
  /** The servable skills of a namespace, at least as new as `revision`. */
  skills(tenant: string, agentId: string, revision: number): Promise<SkillSnapshot>;
  /** The active memories of a partition, at least as new as `revision`. */
  memories(tenant: string, partition: MemoryPartition, revision: number): Promise<MemorySnapshot>;
  /**
   * As {@link Knowledge.memories}, read in a transaction, where waiting for another reader could wait for
   * ever.
   */
  memoriesWithin(
    tx: Tx,
    tenant: string,
    partition: MemoryPartition,
    revision: number,
  ): Promise<MemorySnapshot>;
  /** The stored vectors of the given memories; none where no endpoint is configured. */
  memoryVectors(tenant: string, ids: readonly string[]): Promise<Vectors>;
  /** Drops what is in memory of a tenant. */
  forgetTenant(tenant: string): void;
  /** Tells of a change, so that what it did not touch stays current without being read. */
  memoriesChanged(change: MemoryChange): void;
}

/** The knowledge kept by this process. */
export function knowledgeOf(runtime: Runtime): Knowledge {
  return runtime.once('knowledge', () =>
    createKnowledge(runtime.db.read, runtime.config.recall.cacheMegabytes * BYTES_PER_MEGABYTE, {
      space: vectorSpace(runtime.config),
      metrics: runtime.metrics,
      meanings: meaningsOf(runtime),
    }),
  );
}

const skillsKey = (tenant: string, agentId: string) => `skills\0${tenant}\0${agentId}`;
const memoriesKey = (tenant: string, { agentId, userId }: MemoryPartition) =>
  `memories\0${tenant}\0${agentId}\0${userId === null ? '' : `=${userId}`}`;

/** Where a tenant's vectors are read; null where no endpoint is configured. */
type VectorsIn = (tx: Tx, tenant: string) => VectorStore | null;

interface KnowledgeSources {
  space?: string | null;
  metrics?: Runtime['metrics'];
  /** Null where preferences are not compared in meaning. */
  meanings?: Meanings | null;
}

/**
 * Makes an empty knowledge of at most `budget` bytes that reads from `db`, with the vectors of `space` where
 * it is given, and measured by `metrics`.
 */
export function createKnowledge(
  db: Tx,
  budget: number,
  { space = null, metrics, meanings = null }: KnowledgeSources = {},
): Knowledge {
  const cache = fairCache<Snapshot>(budget, (bytes, evicted) => {
    metrics?.knowledgeBytes.set(bytes);
    metrics?.knowledgeEvictions.inc(evicted);
  });
  const changes = ownChanges();
  const vectorsIn: VectorsIn = (tx, tenant) => (space === null ? null : vectorStore(tx, tenant, space));
  return {
    ...skillsIn(db, { cache, vectorsIn }),
    ...memoriesIn(db, { cache, changes, vectorsIn, meanings }),
    forgetTenant: (tenant) => cache.forget(tenant),
    memoryVectors: async (tenant, ids) => (await vectorsIn(db, tenant)?.vectors('memory', ids)) ?? new Map(),
  };
}

/**
 * Anyone who asks for the same while it is being read waits for that reading, and reads again if it was too
 * early.
 */
async function folded<S>(underWay: Map<string, Promise<S>>, key: string, read: () => Promise<S>): Promise<S> {
  const present = underWay.get(key);
  if (present !== undefined) return await present;
  const reading = read().finally(() => underWay.delete(key));
  underWay.set(key, reading);
  return await reading;
}

function skillsIn(
  db: Tx,
  { cache, vectorsIn }: { cache: FairCache<Snapshot>; vectorsIn: VectorsIn },
): Pick<Knowledge, 'skills' | 'skillsInMemory'> {
  const underWay = new Map<string, Promise<SkillSnapshot>>();
  const kept = (key: string): SkillSnapshot | undefined => {
    const snapshot = cache.get(key);
    return snapshot?.kind === 'skills' ? snapshot : undefined;
  };
  return {
    skillsInMemory: (tenant, agentId) => kept(skillsKey(tenant, agentId)),
    async skills(tenant, agentId, revision) {
      const key = skillsKey(tenant, agentId);
      let snapshot = kept(key);
      while (snapshot === undefined || snapshot.revision < revision) {
        snapshot = await folded(underWay, key, async () => {
          const sources = {
            store: knowledgeStore(db, tenant),
            vectorStore: vectorsIn(db, tenant),
            readPolicy: async () => (agentId === SHARED_AGENT ? await ownPolicy(db, tenant) : null),
          };
          const loaded = await loadSkills(sources, agentId, { revision, previous: kept(key) });
          cache.put(key, { tenant, value: loaded, bytes: loaded.bytes });
          return loaded;
        });
      }
      return snapshot;
    },
  };
}

interface MemorySources {
  cache: FairCache<Snapshot>;
  changes: OwnChanges;
  vectorsIn: VectorsIn;
  meanings: Meanings | null;
}

function memoriesIn(
  db: Tx,
  { cache, changes, vectorsIn, meanings }: MemorySources,
): Pick<Knowledge, 'memories' | 'memoriesInMemory' | 'memoriesWithin' | 'memoriesChanged'> {
  const underWay = new Map<string, Promise<MemorySnapshot>>();
  const kept = (key: string): MemorySnapshot | undefined => {
    const snapshot = cache.get(key);
    return snapshot?.kind === 'memories' ? snapshot : undefined;
  };
  /** The snapshot of a partition, moved on where no change since concerned it. */
  const find = (tenant: string, partition: MemoryPartition, revision: number): MemorySnapshot => {
    const snapshot = kept(memoriesKey(tenant, partition)) ?? memorySnapshot(partition.userId, meanings);
    const current = changes.spare(tenant, partition, snapshot.revision, revision);
    if (snapshot.revision < revision && current) snapshot.revision = revision;
    return snapshot;
  };
  const weigh = (tenant: string, partition: MemoryPartition, snapshot: MemorySnapshot): void =>
    cache.put(memoriesKey(tenant, partition), { tenant, value: snapshot, bytes: snapshot.bytes() });
  const read = async (
    tx: Tx,
    tenant: string,
    { partition, revision }: { partition: MemoryPartition; revision: number },
  ): Promise<MemorySnapshot> => {
    const snapshot = find(tenant, partition, revision);
    const sources = { store: knowledgeStore(tx, tenant), vectorStore: vectorsIn(tx, tenant) };
    await readMemories(sources, partition, snapshot, revision);
    weigh(tenant, partition, snapshot);
    return snapshot;
  };
  return {
    memoriesInMemory: (tenant, partition) => kept(memoriesKey(tenant, partition)),
    async memories(tenant, partition, revision) {
      let snapshot = find(tenant, partition, revision);
      while (snapshot.revision < revision) {
        const key = memoriesKey(tenant, partition);
        snapshot = await folded(underWay, key, () => read(db, tenant, { partition, revision }));
      }
      return snapshot;
    },
    async memoriesWithin(tx, tenant, partition, revision) {
      const snapshot = find(tenant, partition, revision);
      return snapshot.revision >= revision ? snapshot : await read(tx, tenant, { partition, revision });
    },
    memoriesChanged({ tenant, agentId, revision, affected, added, vector }) {
      changes.note(tenant, agentId, revision, affected);
      if (added === undefined || affected === null) return;
      const snapshot = kept(memoriesKey(tenant, affected));
      if (snapshot === undefined) return;
      snapshot.insert(added, revision, vector);
      weigh(tenant, affected, snapshot);
    },
  };
}

/**
 * The knowledge that a process keeps in memory, by namespace and user, and the rule that nothing outdated is
 * served from it: anyone who asks names the revision that they read, and gets what is at least as new.
 * Everything here was read after the revision it is filed under, so a change that commits meanwhile is seen
 * twice rather than missed.
 */
import { SHARED_AGENT } from '../domain/fields.ts';
import { CONSIDERED_MEMORIES } from '../domain/knowledge/memory-index.ts';
import type { Vector, Vectors } from '../domain/knowledge/vector.ts';
import type { Tx } from '../platform/db/database.ts';
import { servedSpace } from '../platform/embeddings/vector-space.ts';
import { type FairCache, fairCache } from '../platform/fair-cache.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type MemorySnapshot, memorySnapshot } from './memory-snapshot.ts';
import { ownPolicy } from './policy.ts';
import { type OwnChanges, ownChanges } from './revisions.ts';
import { loadSkills, type SkillSnapshot } from './skill-snapshot.ts';
import {
  type KnownMemory,
  knowledgeStore,
  type MemoryPartition,
  type VectorStore,
  vectorStore,
} from './store.ts';

/** By estimate. Holds the skills and memories of some thousand agents, and fits a process of half a gigabyte. */
const CACHE_BYTES = 256 * 2 ** 20;

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
    createKnowledge(runtime.db.read, CACHE_BYTES, {
      space: () => servedSpace(runtime)?.name ?? null,
      metrics: runtime.metrics,
    }),
  );
}

/** The name of a space of vectors. A snapshot has those of one: it is not found any more when another one is served. */
type SpaceName = string | null;

const skillsKey = (tenant: string, agentId: string, space: SpaceName) =>
  `skills\0${space ?? ''}\0${tenant}\0${agentId}`;
const memoriesKey = (tenant: string, { agentId, userId }: MemoryPartition, space: SpaceName) =>
  `memories\0${space ?? ''}\0${tenant}\0${agentId}\0${userId === null ? '' : `=${userId}`}`;

/** Where a tenant's vectors are read; null where no endpoint is configured. */
const vectorsIn = (tx: Tx, tenant: string, space: SpaceName): VectorStore | null =>
  space === null ? null : vectorStore(tx, tenant, space);

interface KnowledgeSources {
  /** The name of the space that vectors are read in, which may change; null for none. */
  space?: () => SpaceName;
  metrics?: Runtime['metrics'];
}

/**
 * Makes an empty knowledge of at most `budget` bytes that reads from `db`, with the vectors of `space`, and
 * measured by `metrics`.
 */
export function createKnowledge(
  db: Tx,
  budget: number,
  { space = () => null, metrics }: KnowledgeSources = {},
): Knowledge {
  const cache = fairCache<Snapshot>(budget, (bytes, evicted) => {
    metrics?.knowledgeBytes.set(bytes);
    metrics?.knowledgeEvictions.inc(evicted);
  });
  const changes = ownChanges();
  return {
    ...skillsIn(db, { cache, space }),
    ...memoriesIn(db, { cache, changes, space }),
    forgetTenant: (tenant) => cache.forget(tenant),
    memoryVectors: async (tenant, ids) =>
      (await vectorsIn(db, tenant, space())?.vectors('memory', ids)) ?? new Map(),
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
  { cache, space }: { cache: FairCache<Snapshot>; space: () => SpaceName },
): Pick<Knowledge, 'skills' | 'skillsInMemory'> {
  const underWay = new Map<string, Promise<SkillSnapshot>>();
  const kept = (key: string): SkillSnapshot | undefined => {
    const snapshot = cache.get(key);
    return snapshot?.kind === 'skills' ? snapshot : undefined;
  };
  return {
    skillsInMemory: (tenant, agentId) => kept(skillsKey(tenant, agentId, space())),
    async skills(tenant, agentId, revision) {
      const served = space();
      const key = skillsKey(tenant, agentId, served);
      let snapshot = kept(key);
      while (snapshot === undefined || snapshot.revision < revision) {
        snapshot = await folded(underWay, key, async () => {
          const sources = {
            store: knowledgeStore(db, tenant),
            vectorStore: vectorsIn(db, tenant, served),
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
  space: () => SpaceName;
}

/** Memories that are asked for, at least as new as `revision`, with vectors of the served space. */
interface Wanted {
  partition: MemoryPartition;
  revision: number;
  served: SpaceName;
}

function memoriesIn(
  db: Tx,
  { cache, changes, space }: MemorySources,
): Pick<Knowledge, 'memories' | 'memoriesInMemory' | 'memoriesWithin' | 'memoriesChanged'> {
  const underWay = new Map<string, Promise<MemorySnapshot>>();
  const kept = (key: string): MemorySnapshot | undefined => {
    const snapshot = cache.get(key);
    return snapshot?.kind === 'memories' ? snapshot : undefined;
  };
  /** The snapshot of a partition, moved on where no change since concerned it. */
  const find = (tenant: string, { partition, revision, served }: Wanted): MemorySnapshot => {
    const snapshot = kept(memoriesKey(tenant, partition, served)) ?? memorySnapshot(partition.userId);
    const current = changes.spare(tenant, partition, snapshot.revision, revision);
    if (snapshot.revision < revision && current) snapshot.revision = revision;
    return snapshot;
  };
  const weigh = (tenant: string, key: string, snapshot: MemorySnapshot): void =>
    cache.put(key, { tenant, value: snapshot, bytes: snapshot.bytes() });
  const read = async (tx: Tx, tenant: string, wanted: Wanted): Promise<MemorySnapshot> => {
    const { partition, revision, served } = wanted;
    const snapshot = find(tenant, wanted);
    const sources = { store: knowledgeStore(tx, tenant), vectorStore: vectorsIn(tx, tenant, served) };
    await readMemories(sources, partition, snapshot, revision);
    weigh(tenant, memoriesKey(tenant, partition, served), snapshot);
    return snapshot;
  };
  return {
    memoriesInMemory: (tenant, partition) => kept(memoriesKey(tenant, partition, space())),
    async memories(tenant, partition, revision) {
      const served = space();
      let snapshot = find(tenant, { partition, revision, served });
      while (snapshot.revision < revision) {
        const key = memoriesKey(tenant, partition, served);
        snapshot = await folded(underWay, key, () => read(db, tenant, { partition, revision, served }));
      }
      return snapshot;
    },
    async memoriesWithin(tx, tenant, partition, revision) {
      const served = space();
      const snapshot = find(tenant, { partition, revision, served });
      if (snapshot.revision >= revision) return snapshot;
      return await read(tx, tenant, { partition, revision, served });
    },
    memoriesChanged({ tenant, agentId, revision, affected, added, vector }) {
      changes.note(tenant, agentId, revision, affected);
      if (added === undefined || affected === null) return;
      const key = memoriesKey(tenant, affected, space());
      const snapshot = kept(key);
      if (snapshot === undefined) return;
      snapshot.insert(added, revision, vector);
      weigh(tenant, key, snapshot);
    },
  };
}

// Brings a partition's snapshot up to date: only memories that are not there yet are read whole.

/** What is read from: memories, and vectors where an endpoint gives any. */
interface Sources {
  store: ReturnType<typeof knowledgeStore>;
  vectorStore: VectorStore | null;
}

/**
 * Makes `snapshot` at least as new as `revision`, which must have been read before. The snapshot may change
 * while this reads (another reader, a memory added by this process); then what is still missing is read
 * again.
 */
async function readMemories(
  { store, vectorStore }: Sources,
  partition: MemoryPartition,
  snapshot: MemorySnapshot,
  revision: number,
): Promise<void> {
  const { agentId, userId } = partition;
  const profile = userId === null ? null : await store.profile(agentId, userId);
  const vectorsOf = async (ids: string[]): Promise<Vectors> => {
    const lacking = vectorStore === null ? [] : ids.filter((id) => !snapshot.vectors.has(id));
    return (await vectorStore?.vectors('memory', lacking)) ?? new Map();
  };
  if (snapshot.size === 0) {
    const found = await store.memories(partition, CONSIDERED_MEMORIES);
    const ids = found.map(({ id }) => id);
    snapshot.adopt({ revision, ids, asked: ids, found, vectors: await vectorsOf(ids), profile });
    return;
  }
  for (;;) {
    const ids = await store.memoryIds(partition, CONSIDERED_MEMORIES);
    const asked = ids.filter((id) => !snapshot.has(id));
    const found = asked.length === 0 ? [] : await store.memoriesById(asked);
    if (snapshot.adopt({ revision, ids, asked, found, vectors: await vectorsOf(ids), profile })) return;
  }
}

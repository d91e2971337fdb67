/**
 * Tells every process that an agent's knowledge changed. Called in the transaction of the change, so that a
 * recall which starts after the commit can never serve what was there before. Evidence counters are no part
 * of what is served and bump nothing.
 */

import { LRUCache } from 'lru-cache';
import type { Tx } from '../platform/db/database.ts';
import { type MemoryPartition, revisionStore } from './store.ts';

/**
 * Marks the memories of `agentId` as changed; returns the revision that they have now. Until the transaction
 * ends no other one gets past this call for the same agent, so anyone who bumps first and reads then sees every
 * change that came before.
 */
export async function bumpMemories(tx: Tx, tenant: string, agentId: string): Promise<number> {
  return (await bumpMemoryRevisions(tx, tenant, new Map([[agentId, 1]]))).get(agentId) ?? 1;
}

/**
 * As {@link bumpMemories}, for the skills `ids` of `agentId` (or the shared namespace). They must be stored
 * already: which skills changed is kept with them, so that nobody has to read the others again.
 */
export async function bumpSkills(
  tx: Tx,
  tenant: string,
  agentId: string,
  ids: readonly string[],
): Promise<void> {
  const store = revisionStore(tx, tenant);
  const revisions = await store.bump(new Map([[agentId, { skills: 1, memories: 0 }]]));
  await store.mark(ids, revisions.get(agentId)?.skills ?? 1);
}

/**
 * As {@link bumpMemories}, for several changes of memories at once: how many there are of each agent. The
 * revisions are those of each agent's last change.
 */
export async function bumpMemoryRevisions(
  tx: Tx,
  tenant: string,
  changes: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const steps = new Map([...changes].map(([agentId, memories]) => [agentId, { skills: 0, memories }]));
  const revisions = await revisionStore(tx, tenant).bump(steps);
  return new Map([...revisions].map(([agentId, { memories }]) => [agentId, memories]));
}

/**
 * More changes than there are between two recalls: a snapshot that is so far behind is read from the start.
 */
export const FORGOTTEN = 1_000_000;

/** Makes every process read all that a tenant knows from the start, as where its rows are removed. */
export async function forgetKnowledge(tx: Tx, tenant: string): Promise<void> {
  await revisionStore(tx, tenant).bumpAll(FORGOTTEN);
}

// The memory changes that this process made itself. An agent has one revision for the memories of all its
// users; with this, one user's new memory does not make the process read every other user's again. Changes
// made elsewhere are not in it, and are told from the gap they leave.

const AGENTS = 10_000;
const CHANGES_PER_AGENT = 256;

export interface OwnChanges {
  /**
   * A committed change of this process made the agent's revision `revision`; `affected` is null where no
   * active memory changed.
   */
  note(tenant: string, agentId: string, revision: number, affected: MemoryPartition | null): void;
  /** Whether every change after revision `from` up to `to` is known and none of them was to `partition`. */
  spare(tenant: string, partition: MemoryPartition, from: number, to: number): boolean;
}

export function ownChanges(): OwnChanges {
  /** Agent → revision → whose memories changed. */
  const agents = new LRUCache<string, Map<number, MemoryPartition | null>>({ max: AGENTS });
  const keyOf = (tenant: string, agentId: string) => `${tenant}\0${agentId}`;
  return {
    note(tenant, agentId, revision, affected) {
      const key = keyOf(tenant, agentId);
      const changes = agents.get(key) ?? new Map<number, MemoryPartition | null>();
      changes.set(revision, affected);
      changes.delete(revision - CHANGES_PER_AGENT);
      agents.set(key, changes);
    },
    spare(tenant, { agentId, userId }, from, to) {
      if (from < 0 || to - from > CHANGES_PER_AGENT) return false;
      const changes = agents.get(keyOf(tenant, agentId));
      if (changes === undefined) return false;
      for (let revision = from + 1; revision <= to; revision += 1) {
        const affected = changes.get(revision);
        if (affected === undefined || affected?.userId === userId) return false;
      }
      return true;
    },
  };
}

/**
 * Tells every process that an agent's knowledge changed. Called in the transaction of the change, so that a
 * recall which starts after the commit can never serve what was there before. Evidence counters are no part
 * of what is served and bump nothing.
 */

import { LRUCache } from 'lru-cache';
import type { Tx } from '../platform/db/database.ts';
import { type MemoryPartition, type Revision, revisionStore } from './store.ts';

/** Which part of the knowledge changed. */
type KnowledgeKind = 'skills' | 'memories';

/**
 * Marks the `kind` of knowledge of `agentId` (or the shared namespace) as changed; returns the revision it
 * has now. Until the transaction ends no other one gets past this call for the same agent, so anyone who
 * bumps first and reads then sees every change that came before.
 */
export async function bumpRevision(
  tx: Tx,
  tenant: string,
  agentId: string,
  kind: KnowledgeKind,
): Promise<Revision> {
  const step = { skills: kind === 'skills' ? 1 : 0, memories: kind === 'memories' ? 1 : 0 };
  const revisions = await revisionStore(tx, tenant).bump(new Map([[agentId, step]]));
  return revisions.get(agentId) ?? step;
}

/**
 * As {@link bumpRevision}, for several changes of memories at once: how many there are of each agent. The
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

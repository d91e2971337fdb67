/**
 * The memory changes that this process made itself. An agent has one revision for the memories of all its users; with this,
 * one user's new memory does not make the process read every other user's again. Changes made elsewhere are not in
 * it, and are told from the gap they leave.
 */
import { LRUCache } from 'lru-cache';
import type { MemoryPartition } from './store.ts';

const AGENTS = 10_000;
const CHANGES_PER_AGENT = 256;

export interface OwnChanges {
  /** A committed change of ours made the agent's revision `revision`; `touched` is null where no active memory changed. */
  note(tenant: string, agentId: string, revision: number, touched: MemoryPartition | null): void;
  /** Whether every change after revision `from` up to `to` is known and none of them was to `partition`. */
  spare(tenant: string, partition: MemoryPartition, from: number, to: number): boolean;
}

export function ownChanges(): OwnChanges {
  /** Agent → revision → whose memories changed. */
  const agents = new LRUCache<string, Map<number, MemoryPartition | null>>({ max: AGENTS });
  const keyOf = (tenant: string, agentId: string) => `${tenant}\0${agentId}`;
  return {
    note(tenant, agentId, revision, touched) {
      const key = keyOf(tenant, agentId);
      const changes = agents.get(key) ?? new Map<number, MemoryPartition | null>();
      changes.set(revision, touched);
      changes.delete(revision - CHANGES_PER_AGENT);
      agents.set(key, changes);
    },
    spare(tenant, { agentId, userId }, from, to) {
      if (from < 0 || to - from > CHANGES_PER_AGENT) return false;
      const changes = agents.get(keyOf(tenant, agentId));
      if (changes === undefined) return false;
      for (let revision = from + 1; revision <= to; revision += 1) {
        const touched = changes.get(revision);
        if (touched === undefined || touched?.userId === userId) return false;
      }
      return true;
    },
  };
}

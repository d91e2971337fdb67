/**
 * Tells every process that an agent's knowledge changed. Called in the transaction of the change, so that a recall
 * which starts after the commit can never serve what was there before. Evidence counters are no part of what is
 * served and bump nothing.
 */
import type { Tx } from '../platform/db/database.ts';
import { type Revision, revisionStore } from './store.ts';

/** Which part of the knowledge changed. */
export type KnowledgeKind = 'skills' | 'memories';

/**
 * Marks the `kind` of knowledge of `agentId` (or the shared namespace) as changed; returns the revision it has now. Until the
 * transaction ends no other one gets past this call for the same agent, so whoever bumps first and reads then sees
 * every change that came before.
 */
export async function bumpRevision(
  tx: Tx,
  tenant: string,
  agentId: string,
  kind: KnowledgeKind,
): Promise<Revision> {
  const step = { skills: kind === 'skills' ? 1 : 0, memories: kind === 'memories' ? 1 : 0 };
  return await revisionStore(tx, tenant).bump(agentId, step);
}

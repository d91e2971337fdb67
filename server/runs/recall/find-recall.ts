/** What a recall served, for those that credit it and for those that ask why. */
import type { Principal } from '../../domain/principal.ts';
import type { RecallExplanation } from '../../domain/runs/recall/recall.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type RecallRead, recallStore } from './store.ts';

/** A recall as a recorded episode is credited by it. */
export type FoundRecall = Pick<
  RecallRead,
  'id' | 'agentId' | 'userId' | 'sessionId' | 'holdout' | 'applied' | 'skills' | 'memories'
>;

/** The recall of that id in the tenant; null where there is none, as with an id that was made up. */
export async function findRecall(tx: Tx, tenant: string, recallId: string): Promise<FoundRecall | null> {
  return await recallStore(tx, tenant).find(recallId);
}

/** Explains a recorded recall: each candidate's score with its parts, and why it was served or not. */
export async function explainRecall(
  runtime: Runtime,
  principal: Principal,
  recallId: string,
): Promise<RecallExplanation> {
  const recall = await recallStore(runtime.db.read, principal.tenant).find(recallId);
  if (recall === null) throw notFound('recall');
  return {
    recall_id: recall.id,
    agent_id: recall.agentId,
    user_id: recall.userId,
    session_id: recall.sessionId,
    query: recall.query,
    holdout: recall.holdout,
    created_at: recall.createdAt.toISOString(),
    skills: recall.skills,
    memories: recall.memories,
    profile: recall.profile,
  };
}

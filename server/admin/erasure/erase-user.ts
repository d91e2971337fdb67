/**
 * Forgets a user of the caller's tenant: everything recorded with that user_id is gone when this returns, and
 * a recall that starts later, in any process, cannot serve it. What has no user_id stays, as do skills, sums
 * and the audit log.
 */
import { writeAudit } from '../../audit/index.ts';
import type { ErasureCounts } from '../../domain/admin/erasure-counts.ts';
import type { Principal } from '../../domain/principal.ts';
import { bumpMemories, forgetKnowledge } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { randomizationUnit } from '../../skills/canary/index.ts';
import { forgetKeys } from '../keys/index.ts';
import { erasurePreviewStore, erasureStore, forgetSources, NO_KNOWLEDGE } from './store.ts';
import { wholeTenantStore } from './whole-tenant-store.ts';

/**
 * Removes all rows of `userId`, in one transaction, and says how many. A user nobody heard of gives zeros.
 */
export async function eraseUser(
  runtime: Runtime,
  principal: Principal,
  userId: string,
): Promise<ErasureCounts> {
  const { tenant } = principal;
  return await runtime.db.write(async (tx) => {
    const store = erasureStore(tx, tenant, userId);
    const { episodes, feedback } = await store.removeEpisodes(runtime.db.dialect);
    await severUnits(runtime, tx, tenant, userId);
    await forgetSources(tx, tenant, userId);
    const recalls = await store.removeRecalls();
    const people = await store.removePerson();
    const { memories, memory_evidence, profiles } = await eraseKnowledge(tx, tenant, userId);
    const counts = { memories, memory_evidence, episodes, feedback, profiles, recalls, people };
    await writeAudit(runtime, tx, principal, {
      action: 'user.erased',
      resource: `user:${userId}`,
      details: counts,
    });
    return counts;
  });
}

/**
 * The units of canaries that the user's recalls belonged to become those of recalls that never were, and what each of
 * the user's sessions said of the lift is forgotten: it stays in the sums alone.
 */
async function severUnits(runtime: Runtime, tx: Tx, tenant: string, userId: string): Promise<void> {
  const store = erasureStore(tx, tenant, userId);
  const unit = (sessionId: string | null) => randomizationUnit({ recallId: '', sessionId, userId });
  const newName = () =>
    randomizationUnit({ recallId: runtime.newId('recall'), sessionId: null, userId: null });
  await store.renameUnits([unit(null)], newName);
  let sessions = await store.sessionsAfter('');
  while (sessions.length > 0) {
    await store.renameUnits(sessions.map(unit), newName);
    await store.removeLiftUnits(sessions.map(unit));
    sessions = await store.sessionsAfter(sessions.at(-1) ?? '');
  }
}

/**
 * An agent's revision is bumped before its rows go: from then on nobody else can commit a change to its
 * memories, so that none slips in which would be deleted without a bump. It comes last because it holds up
 * those who would.
 */
async function eraseKnowledge(tx: Tx, tenant: string, userId: string) {
  const store = erasureStore(tx, tenant, userId);
  const removed = { ...NO_KNOWLEDGE };
  for (;;) {
    const agents = await store.agents();
    if (agents.length === 0) return removed;
    for (const agentId of agents) await bumpMemories(tx, tenant, agentId);
    const { memories, memory_evidence, profiles } = await store.removeKnowledge(agents);
    removed.memories += memories;
    removed.memory_evidence += memory_evidence;
    removed.profiles += profiles;
  }
}

// What an erasure would remove, counted before somebody confirms it.

/** The rows of a user, by kind, as they are now; each kind is counted up to `COUNT_LIMIT`. */
export async function previewErasure(
  runtime: Runtime,
  { tenant }: Principal,
  userId: string,
): Promise<ErasureCounts> {
  return await erasurePreviewStore(runtime.db.read, tenant).count(userId);
}

// Removes everything of a tenant. What stays is what the gateway itself rests on: the revisions of its
// knowledge, so that no process serves from memory what is gone, and the sessions that were ended, so that none
// of them comes to life again.

/**
 * Removes all rows of `tenant` in the caller's transaction, which suits a tenant of some thousand rows; a large
 * one would keep others waiting. Its API keys are refused at once by this process, by others within 30 s. The
 * caller writes the audit entry, into a tenant that stays.
 */
export async function eraseTenant(runtime: Runtime, tx: Tx, tenant: string): Promise<void> {
  await forgetKnowledge(tx, tenant);
  forgetKeys(runtime, tx, tenant);
  await wholeTenantStore(tx, tenant).remove();
}

/** Whether anything was changed or recorded for `tenant` at `since` or later. */
export async function wasUsedSince(tx: Tx, tenant: string, since: Date): Promise<boolean> {
  return await wholeTenantStore(tx, tenant).hasRowsSince(since);
}

/** Whether anything is stored of `tenant` that {@link eraseTenant} would remove. */
export async function hasRows(tx: Tx, tenant: string): Promise<boolean> {
  return await wholeTenantStore(tx, tenant).hasRows();
}

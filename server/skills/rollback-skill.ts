/**
 * Goes back to what a skill said in an earlier version, as a new version.
 */
import type { Principal } from '../domain/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { experimentStore } from './canary/index.ts';
import { restoreVersion, stopForRollback } from './changesets/index.ts';
import { type LoadedSkill, libraryStore, loadSkills, lockLibrary } from './library/index.ts';

/**
 * Restores description, tags and rules of `version` as a new version, whose number is returned. A canary on
 * the skill ends and what waited behind it fails; pending changesets stay pending and fail when approved.
 * Unknown: `skill` or `version not found`.
 */
export async function rollbackSkill(
  runtime: Runtime,
  principal: Principal,
  { skillId, version }: { skillId: string; version: number },
): Promise<{ skill_id: string; version: number }> {
  return await runtime.db.write(async (tx) => {
    const loaded = await lockSkill(tx, principal.tenant, skillId);
    const next = await rollBack(runtime, tx, principal, { loaded, version });
    return { skill_id: skillId, version: next };
  });
}

/**
 * Stops a canary that runs by rolling its skill back to the version that it has: the candidate is rejected
 * and the skill says what it said. Returns the version under which it says so now. Unknown: `canary not
 * found`; one that has ended is a conflict.
 */
export async function stopCanary(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<{ skillId: string; version: number }> {
  const { tenant } = principal;
  return await runtime.db.write(async (tx) => {
    const store = experimentStore(tx, tenant);
    const known = await store.find(id);
    if (known === null) throw notFound('canary');
    const loaded = await lockSkill(tx, tenant, known.skillId);
    const status = (await store.find(id))?.status;
    if (status !== 'running') {
      throw new ServiceError('conflict', `the canary has ended already: it was ${status}`);
    }
    const version = await rollBack(runtime, tx, principal, { loaded, version: loaded.skill.version });
    return { skillId: known.skillId, version };
  });
}

/** Restores a version of a locked skill, and ends what ran on the skill. */
async function rollBack(
  runtime: Runtime,
  tx: Tx,
  principal: Principal,
  { loaded, version }: { loaded: LoadedSkill; version: number },
): Promise<number> {
  const { tenant, actor } = principal;
  const next = await restoreVersion(runtime, tx, principal, { loaded, version });
  await stopForRollback(runtime, tx, tenant, { actor, skillId: loaded.skill.id, version });
  return next;
}

async function lockSkill(tx: Tx, tenant: string, id: string): Promise<LoadedSkill> {
  const [found] = await libraryStore(tx, tenant).findSkills([id]);
  if (found === undefined) throw notFound('skill');
  await lockLibrary(tx, tenant, found.agentId);
  const [loaded] = await loadSkills(tx, tenant, { agentId: found.agentId, ids: [id], names: [] });
  if (loaded === undefined) throw notFound('skill');
  return loaded;
}

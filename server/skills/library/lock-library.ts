/**
 * One change of an agent's skills at a time. Every transaction that changes skills (a changeset that is
 * proposed or reviewed, a rollback) takes this lock first; what it reads after that stays as it is until the
 * transaction ends.
 */
import { revisionStore } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BulletRecord, SkillRecord } from './rows.ts';
import { libraryStore } from './store.ts';

/**
 * A skill as it was read, under the lock of its agent's library where it is to be changed. `bullets` has its
 * removed rules too.
 */
export interface LoadedSkill {
  skill: SkillRecord;
  bullets: BulletRecord[];
}

/**
 * Locks the skills of an agent (or the shared ones) until the transaction ends. The agent's revision serves
 * as the lock, because it exists before the first skill does: two transactions that create the same skill
 * wait for each other too.
 */
export async function lockLibrary(tx: Tx, tenant: string, agentId: string): Promise<void> {
  await revisionStore(tx, tenant).bump(new Map([[agentId, { skills: 0, memories: 0 }]]));
}

/**
 * The skills of an agent that have one of `ids` or one of `names`, with all of their rules in reading order.
 * Skills come in the order of their ids, in which they must also be changed: crediting locks them in that
 * order too.
 */
export async function loadSkills(
  tx: Tx,
  tenant: string,
  { agentId, ids, names }: { agentId: string; ids: string[]; names: string[] },
): Promise<LoadedSkill[]> {
  const store = libraryStore(tx, tenant);
  const skills = await store.findOwned(agentId, { ids, names });
  const bullets = skills.length === 0 ? [] : await store.findBullets(skills.map(({ id }) => id));
  const bulletsOf = Map.groupBy(bullets, ({ skillId }) => skillId);
  return skills.map((skill) => ({ skill, bullets: bulletsOf.get(skill.id) ?? [] }));
}

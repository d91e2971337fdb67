/**
 * Pins a skill, so that its status does not change for lack of use, and takes it out of service. Its content
 * may still change.
 */
import { writeAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import { SKILL_STATUSES, type SkillStatus } from '../domain/skills/skill.ts';
import { bumpSkills } from '../knowledge/index.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { libraryStore, lockLibrary } from './library/index.ts';
import { skillListStore } from './list-store.ts';

/** Sets or clears the pin of a skill of the principal's tenant. Unknown: `skill not found`. */
export async function pinSkill(
  runtime: Runtime,
  principal: Principal,
  { skillId, pinned }: { skillId: string; pinned: boolean },
): Promise<{ skill_id: string; pinned: boolean }> {
  await runtime.db.write(async (tx) => {
    if (!(await libraryStore(tx, principal.tenant).pinSkill(skillId, pinned))) throw notFound('skill');
    await writeAudit(runtime, tx, principal, {
      action: 'skill.pin',
      resource: `skill:${skillId}`,
      details: { pinned },
    });
  });
  return { skill_id: skillId, pinned };
}

/**
 * Deprecates a skill, or restores a deprecated one as active: nothing of it is lost, and no recall serves it
 * meanwhile. Unknown: `skill not found`; already so: conflict `skill is <status>`.
 */
export async function deprecateSkill(
  runtime: Runtime,
  principal: Principal,
  { id, deprecated }: { id: string; deprecated: boolean },
): Promise<{ id: string; status: SkillStatus }> {
  const { tenant } = principal;
  const to: SkillStatus = deprecated ? 'deprecated' : 'active';
  const from = deprecated ? SKILL_STATUSES.filter((status) => status !== to) : (['deprecated'] as const);
  await runtime.db.write(async (tx) => {
    const store = skillListStore(tx, tenant);
    const [skill] = await store.skills([id]);
    if (skill === undefined) throw notFound('skill');
    await lockLibrary(tx, tenant, skill.agentId);
    if (!(await store.moveStatus(id, [...from], to))) {
      throw new ServiceError('conflict', deprecated ? 'skill is deprecated' : 'skill is not deprecated');
    }
    await bumpSkills(tx, tenant, skill.agentId, [id]);
    await writeAudit(runtime, tx, principal, {
      action: deprecated ? 'skill.deprecated' : 'skill.restored',
      resource: `skill:${id}`,
    });
  });
  return { id, status: to };
}

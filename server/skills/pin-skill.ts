/** Exempts a skill from the moves that disuse makes, or no longer. Its content may still change. */
import { writeAudit } from '../audit/index.ts';
import type { Principal } from '../domain/principal.ts';
import { libraryStore } from './library/index.ts';
import { notFound } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';

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

/** Asks for a better wording of a skill. Evolution is the learning model's work. */
import type { Principal } from '../domain/principal.ts';
import { libraryStore } from '../library/index.ts';
import { notFound } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';

/** What became of the request, and why nothing was queued. */
export interface Evolution {
  skill_id: string;
  status: 'skipped';
  reason: string;
}

/** Says why a skill of the principal's tenant is not evolved. Unknown: `skill not found`. */
export async function evolveSkill(
  runtime: Runtime,
  { tenant }: Principal,
  skillId: string,
): Promise<Evolution> {
  const [skill] = await libraryStore(runtime.db.read, tenant).findSkills([skillId]);
  if (skill === undefined) throw notFound('skill');
  const reason =
    runtime.config.model.provider === 'none'
      ? 'no learning model is configured'
      : 'evolution is not available in this version';
  return { skill_id: skill.id, status: 'skipped', reason };
}

/** The lift of each skill, measured by sessions from which one of them was held back. */

import { type SkillLift, showSkillLift } from '../../domain/measurement/show-skill-lift.ts';
import { NO_SKILL_LIFT } from '../../domain/measurement/skill-lift-sums.ts';
import type { Principal } from '../../domain/principal.ts';
import { notFound } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { inTurns } from '../../platform/turns.ts';
import { skillLiftSumsStore } from './skill-lift-store.ts';

/** The lift of each of the skills, by id. Absent where it was never measured and is not measured now. */
export async function readSkillLifts(
  runtime: Runtime,
  { tenant }: Principal,
  skillIds: readonly string[],
): Promise<Map<string, SkillLift>> {
  const now = runtime.clock();
  const isMeasured = runtime.config.recall.skillHoldbackRate > 0;
  const store = skillLiftSumsStore(runtime.db.read, tenant);
  const [sums, measured] = await Promise.all([store.sums(skillIds), store.measured(skillIds)]);
  const lifts = new Map<string, SkillLift>();
  for await (const id of inTurns(skillIds)) {
    const own = sums.get(id) ?? (isMeasured || measured.has(id) ? NO_SKILL_LIFT : undefined);
    if (own !== undefined) lifts.set(id, showSkillLift(own, now));
  }
  return lifts;
}

/** The lift of one skill; null where it was never measured and is not measured now. Unknown: `skill not found`. */
export async function readSkillLift(
  runtime: Runtime,
  principal: Principal,
  skillId: string,
): Promise<SkillLift | null> {
  if ((await skillLiftSumsStore(runtime.db.read, principal.tenant).find(skillId)) === null)
    throw notFound('skill');
  return (await readSkillLifts(runtime, principal, [skillId])).get(skillId) ?? null;
}

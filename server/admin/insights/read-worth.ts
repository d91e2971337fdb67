/** What skills are worth, measured by sessions from which one of them was held back. */
import { NO_SKILL_LIFT } from '../../domain/measurement/skill-lift-sums.ts';
import { type SkillWorth, skillWorth } from '../../domain/measurement/skill-worth.ts';
import type { Principal } from '../../domain/principal.ts';
import { notFound } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { inTurns } from '../../platform/turns.ts';
import { worthStore } from './worth-store.ts';

/** The worth of each of the skills, by id. Absent where it was never measured and is not measured now. */
export async function readWorths(
  runtime: Runtime,
  { tenant }: Principal,
  skillIds: readonly string[],
): Promise<Map<string, SkillWorth>> {
  const now = runtime.clock();
  const isMeasured = runtime.config.recall.skillHoldbackRate > 0;
  const sums = await worthStore(runtime.db.read, tenant).sums(skillIds);
  const worths = new Map<string, SkillWorth>();
  for await (const id of inTurns(skillIds)) {
    const own = sums.get(id) ?? (isMeasured ? NO_SKILL_LIFT : undefined);
    if (own !== undefined) worths.set(id, skillWorth(own, now));
  }
  return worths;
}

/** The worth of one skill; null where it was never measured and is not measured now. Unknown: `skill not found`. */
export async function readWorth(
  runtime: Runtime,
  principal: Principal,
  skillId: string,
): Promise<SkillWorth | null> {
  if (!(await worthStore(runtime.db.read, principal.tenant).isSkill(skillId))) throw notFound('skill');
  return (await readWorths(runtime, principal, [skillId])).get(skillId) ?? null;
}

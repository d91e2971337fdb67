/**
 * Measures single skills: while a skill is measured, a share of the sessions goes without it. Recalls read the share with
 * the skill itself; what came out stays readable as its lift.
 */
import { writeAudit } from '../../audit/index.ts';
import type { Measurement } from '../../domain/admin/insights.ts';
import { NO_SKILL_LIFT, type SkillLift, showSkillLift } from '../../domain/measurement/skill-lift.ts';
import type { Principal } from '../../domain/principal.ts';
import { isInUse } from '../../domain/skills/skill.ts';
import { bumpSkills } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { inTurns } from '../../platform/turns.ts';
import { type MeasuredSkill, skillLiftSumsStore } from './skill-lift-store.ts';

/** Whether a skill is measured, and its lift so far. Unknown: `skill not found`. */
export async function readMeasurement(
  runtime: Runtime,
  principal: Principal,
  skillId: string,
): Promise<Measurement> {
  const { measuredShare: share } = await requireSkill(runtime.db.read, principal.tenant, skillId);
  const worth = (await readSkillLifts(runtime, principal, [skillId])).get(skillId) ?? null;
  return { skillId, share, worth };
}

/**
 * Starts the measurement, changes its share, or ends it where `share` is null. What came out so far stays. Conflict where the
 * skill is not served.
 */
export async function setMeasurement(
  runtime: Runtime,
  principal: Principal,
  { skill_id: id, share }: { skill_id: string; share: number | null },
): Promise<Measurement> {
  const { tenant } = principal;
  await runtime.db.write(async (tx) => {
    const { agentId } = await requireSkill(tx, tenant, id);
    // Raises its revision, so that the next recall reads it again; nobody else changes the agent's skills meanwhile.
    await bumpSkills(tx, tenant, agentId, [id]);
    const { status, measuredShare: before } = await requireSkill(tx, tenant, id);
    if (share !== null && !isInUse(status)) throw new ServiceError('conflict', `skill is ${status}`);
    if (share === before) return;
    await skillLiftSumsStore(tx, tenant).measure(id, share);
    const action = share === null ? 'skill.measurement_ended' : 'skill.measured';
    const details = { share: share ?? before };
    await writeAudit(runtime, tx, principal, { action, resource: `skill:${id}`, details });
  });
  return await readMeasurement(runtime, principal, id);
}

async function requireSkill(tx: Tx, tenant: string, id: string): Promise<MeasuredSkill> {
  const skill = await skillLiftSumsStore(tx, tenant).find(id);
  if (skill === null) throw notFound('skill');
  return skill;
}

/** The lift of each of the skills, by id. Absent where it was never measured and is not measured now. */
export async function readSkillLifts(
  runtime: Runtime,
  { tenant }: Principal,
  skillIds: readonly string[],
): Promise<Map<string, SkillLift>> {
  const store = skillLiftSumsStore(runtime.db.read, tenant);
  const [sums, measured] = await Promise.all([store.sums(skillIds), store.measured(skillIds)]);
  const lifts = new Map<string, SkillLift>();
  for await (const id of inTurns(skillIds)) {
    const own = sums.get(id) ?? (measured.has(id) ? NO_SKILL_LIFT : undefined);
    if (own !== undefined) lifts.set(id, showSkillLift(own));
  }
  return lifts;
}

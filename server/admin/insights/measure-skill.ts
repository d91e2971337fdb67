/**
 * Measures one skill: for a time a share of the sessions goes without it. Recalls read when with the skill itself; what came
 * out stays readable as its lift.
 */
import { writeAudit } from '../../audit/index.ts';
import type { Measurement, MeasurementIn } from '../../domain/admin/measurement.ts';
import {
  forecastMeasurement,
  MEASURED_DAYS,
  type MeasurementPlan,
  proposedPlan,
} from '../../domain/measurement/measure-skill.ts';
import type { Traffic } from '../../domain/measurement/when-known.ts';
import type { Principal } from '../../domain/principal.ts';
import { isInUse } from '../../domain/skills/skill.ts';
import { DAY_MS } from '../../domain/time.ts';
import { bumpSkills } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readSessionTraffic } from '../../skills/canary/index.ts';
import { readMomentLift } from './read-moment-lift.ts';
import { readSkillLift } from './read-skill-lift.ts';
import { type MeasuredSkill, skillLiftSumsStore } from './skill-lift-store.ts';

/** How a skill is measured now or was last, its lift so far, and what measuring it would cost and show. */
export async function readMeasurement(
  runtime: Runtime,
  principal: Principal,
  skillId: string,
): Promise<Measurement> {
  const { read } = runtime.db;
  const [skill, traffic] = await Promise.all([
    requireSkill(read, principal.tenant, skillId),
    readSessionTraffic(runtime, principal.tenant, skillId),
  ]);
  return await toMeasurement(runtime, principal, { skill, traffic });
}

/**
 * Starts one: with the proposed share and end where none are given. 422 for an end that is too near or too far; conflict where
 * one runs already, and where the skill is not served.
 */
export async function startMeasurement(
  runtime: Runtime,
  principal: Principal,
  { skill_id: id, share: wanted, until: end }: MeasurementIn & { skill_id: string },
): Promise<Measurement> {
  const { tenant } = principal;
  const traffic = await readSessionTraffic(runtime, tenant, id);
  const from = runtime.clock();
  const proposed = proposedPlan(traffic);
  const share = wanted ?? proposed.share;
  const until = end === null || end === undefined ? after(from, proposed.days) : new Date(end);
  const [earliest, latest] = [after(from, MEASURED_DAYS.least), after(from, MEASURED_DAYS.most)];
  if (until < earliest || until > latest) {
    const { least, most } = MEASURED_DAYS;
    throw invalid(['body', 'until'], `must be ${least} to ${most} days from now`, 'value_error');
  }
  const measured = { measuredShare: share, measuredFrom: from, measuredUntil: until };
  const skill = await runtime.db.write(async (tx) => {
    const found = await lockSkill(tx, tenant, id);
    if (!isInUse(found.status)) throw new ServiceError('conflict', `skill is ${found.status}`);
    if (isRunning(found, from)) throw new ServiceError('conflict', 'the skill is being measured already');
    await skillLiftSumsStore(tx, tenant).measure(id, measured);
    const details = { share, until: until.toISOString() };
    const resource = `skill:${id}` as const;
    await writeAudit(runtime, tx, principal, { action: 'skill.measured', resource, details });
    return { ...found, ...measured };
  });
  return await toMeasurement(runtime, principal, { skill, traffic });
}

/** Ends the one that runs; what came out so far stays. Conflict where none runs. */
export async function stopMeasurement(
  runtime: Runtime,
  principal: Principal,
  skillId: string,
): Promise<Measurement> {
  const { tenant } = principal;
  const at = runtime.clock();
  await runtime.db.write(async (tx) => {
    const found = await lockSkill(tx, tenant, skillId);
    if (!isRunning(found, at)) throw new ServiceError('conflict', 'the skill is not being measured');
    await skillLiftSumsStore(tx, tenant).measure(skillId, { measuredUntil: at });
    const details = { share: found.measuredShare, planned: found.measuredUntil?.toISOString() };
    const resource = `skill:${skillId}` as const;
    await writeAudit(runtime, tx, principal, { action: 'skill.measurement_ended', resource, details });
  });
  return await readMeasurement(runtime, principal, skillId);
}

async function requireSkill(tx: Tx, tenant: string, id: string): Promise<MeasuredSkill> {
  const skill = await skillLiftSumsStore(tx, tenant).find(id);
  if (skill === null) throw notFound('skill');
  return skill;
}

/** Raises its revision, so that the next recall reads it again; nobody else changes the agent's skills meanwhile. */
async function lockSkill(tx: Tx, tenant: string, id: string): Promise<MeasuredSkill> {
  const { agentId } = await requireSkill(tx, tenant, id);
  await bumpSkills(tx, tenant, agentId, [id]);
  return await requireSkill(tx, tenant, id);
}

const after = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS);

const isRunning = ({ measuredUntil }: MeasuredSkill, now: Date) =>
  measuredUntil !== null && now < measuredUntil;

async function toMeasurement(
  runtime: Runtime,
  principal: Principal,
  { skill, traffic }: { skill: MeasuredSkill; traffic: Traffic | null },
): Promise<Measurement> {
  const { id, measuredShare: share, measuredFrom: from, measuredUntil: until } = skill;
  const now = runtime.clock();
  const ran = share === null || from === null || until === null ? null : { share, from, until };
  const plan = proposedPlan(traffic);
  return {
    skillId: id,
    state: ran === null ? 'never' : now < ran.until ? 'running' : 'ended',
    share,
    since: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    traffic: traffic && {
      ...{ sessions: traffic.evidence, days: traffic.days },
      success: traffic.reward / traffic.evidence,
    },
    proposed: {
      ...{ share: plan.share, until: after(now, plan.days).toISOString() },
      ...(traffic === null ? NOTHING : forecastOf(traffic, plan)),
    },
    lift: await readSkillLift(runtime, principal, id),
    momentLift: await readMomentLift(runtime, principal, { skillId: id }),
  };
}

const NOTHING = { sessions: null, without: null, findable: null };
const forecastOf = (traffic: Traffic, plan: MeasurementPlan) => ({ ...forecastMeasurement(traffic, plan) });

/** A skill that a person writes, field by field. */
import type { Principal } from '../domain/principal.ts';
import { skillBodySteps } from '../domain/skills/skill-md/parse.ts';
import type { BulletIn, SkillIn } from '../domain/skills/skill-input.ts';
import type { Runtime } from '../platform/runtime.ts';
import { takeSteps } from '../platform/take-steps.ts';
import { type WrittenSkill, writeSkill } from './write-skill.ts';

/**
 * Creates the skill, or replaces the agent's own one of that name. Rules whose section and text are unchanged keep
 * their ids and counters; absent tags, and rules where neither bullets nor a body are given, stay as they are.
 */
export async function authorSkill(
  runtime: Runtime,
  principal: Principal,
  skill: SkillIn,
): Promise<WrittenSkill> {
  const { agent_id: agentId, name, description, tags } = skill;
  const bullets = await rulesOf(skill);
  return await writeSkill(runtime, principal, {
    agentId,
    name,
    description,
    ...(tags === undefined ? {} : { tags }),
    ...(bullets === null ? {} : { bullets }),
    source: 'api',
    rationale: 'Written through the API.',
  });
}

/** The bullets, then those of the body; null where neither is given. */
async function rulesOf({ bullets, body, name, description }: SkillIn): Promise<BulletIn[] | null> {
  const parsed = body == null ? null : await takeSteps(skillBodySteps(body, { name, description }));
  if (bullets == null) return parsed;
  return [...bullets, ...(parsed ?? [])];
}

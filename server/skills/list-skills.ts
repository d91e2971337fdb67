/** The skills that an agent may use. */
import type { Principal } from '../domain/principal.ts';
import type { Skill } from '../domain/skills/skill.ts';
import { readSkillsFor } from './library/index.ts';
import type { Runtime } from '../platform/runtime.ts';

/**
 * The agent's own and the shared skills of every status, with their active rules, ordered by name; of two with the
 * same name the agent's own comes first, which is the one that a reference by name means.
 */
export async function listSkills(runtime: Runtime, { tenant }: Principal, agentId: string): Promise<Skill[]> {
  const skills = await readSkillsFor(runtime.db.read, tenant, agentId);
  return skills.sort(byName(agentId));
}

/** Names are compared as code units: the databases' own collations differ. */
function byName(agentId: string): (a: Skill, b: Skill) => number {
  return (a, b) => {
    if (a.name !== b.name) return a.name < b.name ? -1 : 1;
    return Number(b.agent_id === agentId) - Number(a.agent_id === agentId);
  };
}

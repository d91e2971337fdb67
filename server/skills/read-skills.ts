/** Skills as agents read them: as data, as a document that can be imported again, and by version. */
import type { Principal } from '../domain/principal.ts';
import type { Skill, SkillVersion } from '../domain/skills/skill.ts';
import { exportSteps } from '../domain/skills/skill-md/render.ts';
import type { Runtime } from '../platform/runtime.ts';
import { takeSteps } from '../platform/take-steps.ts';
import {
  findSkill,
  libraryStore,
  readSkill,
  readSkillsFor,
  readText,
  type SkillReference,
} from './library/index.ts';

/**
 * The skill with its active rules, and with its removed ones where they are asked for. Unknown: `skill not
 * found`.
 */
export async function getSkill(
  runtime: Runtime,
  { tenant }: Principal,
  { includeRemoved = false, ...reference }: SkillReference & { includeRemoved?: boolean },
): Promise<Skill> {
  return await readSkill(runtime.db.read, tenant, { ...reference, includeRemoved });
}

/**
 * The skill as a SKILL.md; importing it again gives the same rules. What was not edited since an import is as it was
 * in the document. Unknown: `skill not found`.
 */
export async function exportSkill(
  runtime: Runtime,
  { tenant }: Principal,
  reference: SkillReference,
): Promise<string> {
  const { skill, text } = await readText(runtime.db.read, tenant, reference);
  const { description, tags, frontMatter, bullets } = text;
  return await takeSteps(exportSteps({ name: skill.name, description, tags, frontMatter, bullets }));
}

/**
 * The agent's own and the shared skills of every status, with their active rules, ordered by name; of two
 * with the same name the agent's own comes first, which is the one that a reference by name means.
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

/** At most `limit` versions below `before` (from the newest where it is null), newest first. */
export async function listVersions(
  runtime: Runtime,
  { tenant }: Principal,
  { limit, before, ...reference }: SkillReference & { limit: number; before: number | null },
): Promise<SkillVersion[]> {
  const skill = await findSkill(runtime.db.read, tenant, reference);
  const versions = await libraryStore(runtime.db.read, tenant).listVersions(skill.id, { limit, before });
  return versions.map(
    ({ version, source, changesetId, createdBy, createdAt, description, tags, bullets }) => ({
      version,
      source,
      changeset_id: changesetId,
      created_by: createdBy,
      created_at: createdAt.toISOString(),
      description,
      tags,
      bullets,
    }),
  );
}

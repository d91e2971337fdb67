/** One skill, as data and as the document that it can be imported from again. */
import type { Principal } from '../domain/principal.ts';
import { renderSteps } from '../domain/skills/skill-md/render.ts';
import type { Skill } from '../domain/skills/skill.ts';
import { readSkill, readText, type SkillReference } from './library/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import { takeSteps } from '../platform/take-steps.ts';

/** The skill with its active rules, and with its removed ones where they are asked for. Unknown: `skill not found`. */
export async function getSkill(
  runtime: Runtime,
  { tenant }: Principal,
  { includeRemoved = false, ...reference }: SkillReference & { includeRemoved?: boolean },
): Promise<Skill> {
  return await readSkill(runtime.db.read, tenant, { ...reference, includeRemoved });
}

/** The skill as a SKILL.md; importing it again gives the same rules. Unknown: `skill not found`. */
export async function exportSkill(
  runtime: Runtime,
  { tenant }: Principal,
  reference: SkillReference,
): Promise<string> {
  const { skill, text } = await readText(runtime.db.read, tenant, reference);
  const { metadata, ...extra } = text.frontMatter;
  const { name } = skill;
  const { description, tags, bullets } = text;
  const steps = renderSteps({
    name,
    description,
    tags,
    extra,
    bullets,
    ...(isRecord(metadata) ? { metadata } : {}),
  });
  return await takeSteps(steps);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

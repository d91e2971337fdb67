/** A skill that comes as a SKILL.md. */
import type { Principal } from '../domain/principal.ts';
import { type SkillDocument, skillMdSteps } from '../domain/skills/skill-md/parse.ts';
import type { SkillImport } from '../domain/skills/skill-input.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { takeSteps } from '../platform/take-steps.ts';
import { type WrittenSkill, writeSkill } from './write-skill.ts';

/**
 * Creates the skill that the document describes, or makes the agent's own one of that name read like it. A document
 * that cannot be imported is `invalid`, each problem saying what to change in it.
 */
export async function importSkill(
  runtime: Runtime,
  principal: Principal,
  { agent_id: agentId, markdown }: SkillImport,
): Promise<WrittenSkill> {
  const { metadata, extra, ...document } = await readDocument(markdown);
  const hasMetadata = Object.keys(metadata).length > 0;
  return await writeSkill(runtime, principal, {
    ...document,
    agentId,
    frontMatter: hasMetadata ? { ...extra, metadata } : extra,
    source: 'import',
    rationale: 'Imported from a SKILL.md.',
  });
}

async function readDocument(markdown: string): Promise<SkillDocument> {
  const parsed = await takeSteps(skillMdSteps(markdown));
  if (parsed.ok) return parsed.skill;
  const problems = parsed.problems.map(({ type, message }) => ({
    loc: ['body', 'markdown'],
    msg: message,
    type,
  }));
  throw new ServiceError('invalid', 'the document cannot be imported', { problems });
}

/** Writes skills as SKILL.md files without holding anybody up. */
import { exportSkillMd, type StoredSkill } from '../../domain/skills/skill-md/render.ts';
import { compute } from '../../platform/thread-pool.ts';
import { sizeAsMarkdown } from './read-document.ts';

/** A larger skill is written in a thread: what is written is read once, and at worst several times (some 50 ms for this). */
const LARGE = 6000;

const WRITING = {
  script: 'server/domain/skills/skill-md/render.ts',
  run: exportSkillMd,
};

/** The skill as a SKILL.md that imports again as the same rules. */
export async function exportDocument({
  name,
  description,
  tags,
  frontMatter,
  bullets,
}: StoredSkill): Promise<string> {
  const size = bullets.reduce((sum, { content, issue }) => sum + sizeAsMarkdown(content) + issue.length, 0);
  return await compute(WRITING, size > LARGE, { name, description, tags, frontMatter, bullets });
}

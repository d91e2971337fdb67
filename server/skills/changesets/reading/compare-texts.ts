/** What agents read of a changeset's skills, and the documents they export to, before and after it. */

import type { Principal } from '../../../domain/principal.ts';
import { renderSkill } from '../../../domain/runs/recall/render-instructions.ts';
import { activeRules, type SkillState } from '../../../domain/skills/changesets/changeset.ts';
import { layoutIn } from '../../../domain/skills/skill-md/document-layout.ts';
import { outlineRules } from '../../../domain/skills/skill-md/outline-rules.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { exportDocument } from '../../documents/index.ts';
import { readDetail } from './read-detail.ts';

interface SkillTexts {
  /** As a recall serves the skill in full. */
  recall: string;
  skillMd: string;
}

/** A skill's texts; null where there is no such state. */
export interface ComparedSkill {
  id: string | null;
  name: string;
  before: SkillTexts | null;
  after: SkillTexts | null;
}

/** The texts of every skill of a changeset. Unknown: `changeset not found`. */
export async function compareTexts(
  runtime: Runtime,
  principal: Principal,
  id: string,
): Promise<ComparedSkill[]> {
  const { skills } = await readDetail(runtime, principal, id);
  const compared: ComparedSkill[] = [];
  for (const { id: skillId, name, base, after, baseVersion } of skills) {
    const from = baseVersion ?? 0;
    compared.push({
      id: skillId,
      name,
      before: base === null ? null : await textsOf(base, from),
      after: after === null ? null : await textsOf(after, from + 1),
    });
  }
  return compared;
}

async function textsOf(state: SkillState, version: number): Promise<SkillTexts> {
  const { name, description, tags, frontMatter } = state;
  const bullets = activeRules(state);
  const layout = layoutIn(frontMatter);
  const outline = layout && outlineRules(bullets, layout);
  return {
    recall: renderSkill({ name, description, version, bullets, outline }),
    skillMd: await exportDocument({ name, description, tags, frontMatter, bullets }),
  };
}

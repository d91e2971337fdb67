/** Skills as the rules of changesets see them, and back. */
import type { SkillState } from '../../domain/skills/changesets/skill-state.ts';
import { activeRules } from '../../domain/skills/changesets/skill-state.ts';
import type { KnownSkill, SkillText } from '../library/index.ts';

export function stateOf({ skill, bullets }: KnownSkill): SkillState {
  const { id, name, description, tags, frontMatter } = skill;
  const rules = bullets.map(({ skillId: _, position: __, ...rule }) => rule);
  return { id, name, description, tags, frontMatter, bullets: rules };
}

export function textOfState(state: SkillState): SkillText {
  const { description, tags, frontMatter } = state;
  return { description, tags, frontMatter, bullets: activeRules(state) };
}

/**
 * A skill as a change sees it: its wording and its rules in reading order, nothing of its place in the database. Removed rules
 * stay in it, because what was learned about them is never thrown away.
 */
import type { Bullet } from '../skill.ts';

/** A rule with its evidence, as the interface shows it. */
export type RuleState = Readonly<Bullet>;

/** Active rules in reading order; removed ones may stand anywhere among them. */
export type SkillState = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  /** Fields of an imported SKILL.md that the service does not use. */
  readonly frontMatter: Record<string, unknown>;
  readonly bullets: RuleState[];
};

/** The rules that are served. */
export function activeRules({ bullets }: { readonly bullets: readonly RuleState[] }): RuleState[] {
  return bullets.filter(({ status }) => status === 'active');
}

/** The skill that a reference means, by id or by name. */
export function findSkill(skills: readonly SkillState[], ref: string): SkillState | undefined {
  return skills.find(({ id }) => id === ref) ?? skills.find(({ name }) => name === ref);
}

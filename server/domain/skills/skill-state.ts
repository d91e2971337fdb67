/**
 * What rules and changes are about, without schemas: pages load this file, and a schema would bring its
 * library along.
 */
import { triggerOf } from '../moments/trigger.ts';
import type { Bullet, VersionBullet } from './skill.ts';

/**
 * The sections a rule may belong to, in the order in which people read a skill. One list, so that schemas,
 * import, export, recall and dashboard cannot disagree about names or order. Written as they appear in the
 * API.
 */
export const SECTIONS = ['steps', 'pitfalls', 'heuristics', 'verification', 'snippets', 'notes'] as const;

/** One of {@link SECTIONS}. */
export type Section = (typeof SECTIONS)[number];

/** The section of a rule whose author named none. */
export const DEFAULT_SECTION: Section = 'steps';

/** `stale` and `archived` come from disuse, `deprecated` from a reviewer. */
export const SKILL_STATUSES = ['active', 'stale', 'archived', 'deprecated'] as const;
export type SkillStatus = (typeof SKILL_STATUSES)[number];

/** Whether a skill of this status is served. */
export function isInUse(status: string): boolean {
  return status === 'active' || status === 'stale';
}

/** Removed rules are kept, with what was learned about them, and are never served. */
export const BULLET_STATUSES = ['active', 'removed'] as const;
export type BulletStatus = (typeof BULLET_STATUSES)[number];

/**
 * The status of a skill after a change was applied to it: anyone who changes a skill wants it used, so the
 * moves that disuse made are undone. A deprecated skill stays so, because a reviewer decided that.
 */
export function statusAfterChange(status: SkillStatus): SkillStatus {
  return status === 'deprecated' ? 'deprecated' : 'active';
}

/** A rule with its evidence, as the interface shows it. */
export type RuleState = Readonly<Bullet>;

/** A rule as a version keeps it, without evidence. */
export function wordingOf(rule: Readonly<VersionBullet>): VersionBullet {
  const { id, section, content, issue, keywords } = rule;
  return { id, section, content, issue, keywords: [...keywords], ...triggerOf(rule) };
}

/** A rule with what it said in another version. */
export function withWording<Rule extends RuleState>(rule: Rule, wording: VersionBullet): Rule {
  const { applies_when: _, blocks: __, ...rest } = rule;
  return { ...(rest as Rule), ...wording };
}

/**
 * A skill as a change sees it: its wording and its rules, nothing of its place in the database. Active rules
 * stand in reading order; removed ones may stand anywhere among them and stay, because what was learned about
 * them is never thrown away.
 */
export type SkillState = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  /** Fields of an imported SKILL.md that the service does not use, and its layout beside them. */
  readonly frontMatter: Record<string, unknown>;
  readonly bullets: RuleState[];
};

/** Where the layout of an imported SKILL.md stands among the fields of its front matter. */
export const LAYOUT_FIELD = 'SKILL.md';

/** The fields of a front matter that are the author's own. */
export function withoutLayout(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { [LAYOUT_FIELD]: _, ...rest } = fields;
  return rest;
}

export function activeRules({ bullets }: { readonly bullets: readonly RuleState[] }): RuleState[] {
  return bullets.filter(({ status }) => status === 'active');
}

/** The skill that a reference means, by id or by name. */
export function findSkill(skills: readonly SkillState[], ref: string): SkillState | undefined {
  return skills.find(({ id }) => id === ref) ?? skills.find(({ name }) => name === ref);
}

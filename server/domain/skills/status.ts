/** The statuses of skills and rules. */

/** `stale` and `archived` come from disuse, `deprecated` from a reviewer. */
export const SKILL_STATUSES = ['active', 'stale', 'archived', 'deprecated'] as const;
export type SkillStatus = (typeof SKILL_STATUSES)[number];

/** Removed rules are kept, with what was learned about them, and are never served. */
export const BULLET_STATUSES = ['active', 'removed'] as const;
export type BulletStatus = (typeof BULLET_STATUSES)[number];

/**
 * The status of a skill after a change was applied to it: whoever changes a skill wants it used, so the moves that
 * disuse made are undone. A deprecated skill stays so, because a reviewer decided that.
 */
export function statusAfterChange(status: SkillStatus): SkillStatus {
  return status === 'deprecated' ? 'deprecated' : 'active';
}

/**
 * What disuse does to skills, as data: the database moves by this table, and what it says of pins and of
 * coming back holds for every way of asking. A skill was last used when an episode was recorded that it
 * served, or when its text changed.
 */

import type { SkillStatus } from '../../skills/skill.ts';
import { DAY_MS } from '../../time.ts';

/** Days without use, by the names of the configuration. */
export type LifecycleSettings = { readonly staleAfterDays: number; readonly archiveAfterDays: number };

/** Skills of status `from` become `to` where they were last used up to (`unused`) or after the cutoff. */
export type LifecycleMove = {
  readonly from: SkillStatus;
  readonly to: SkillStatus;
  readonly use: 'up_to_cutoff' | 'after_cutoff';
  readonly cutoff: Date;
  readonly sparesPinned: boolean;
};

/**
 * The moves that are due now, in the order in which they are to be made. Archiving comes first, so that no
 * skill makes two moves at once: whatever the pause before, it is served as stale until the next time. Use
 * makes a stale skill active again; an archived one is not served, and comes back by a change alone.
 */
export function lifecycleMoves(
  now: Date,
  { staleAfterDays, archiveAfterDays }: LifecycleSettings,
): LifecycleMove[] {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const stale = before(staleAfterDays);
  return [
    {
      from: 'stale',
      to: 'archived',
      use: 'up_to_cutoff',
      cutoff: before(archiveAfterDays),
      sparesPinned: true,
    },
    { from: 'active', to: 'stale', use: 'up_to_cutoff', cutoff: stale, sparesPinned: true },
    { from: 'stale', to: 'active', use: 'after_cutoff', cutoff: stale, sparesPinned: false },
  ];
}

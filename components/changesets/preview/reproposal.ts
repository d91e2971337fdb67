/** Whether a change can be proposed again on the skills as they are now. Pure. */
import type { Detail, DetailSkill } from '../detail.ts';

/** Whether the same can be proposed on the skills as they are now. */
export function canPropose({ again }: Pick<Detail, 'again'>): boolean {
  return again !== null && again.waitingAs === null && again.faults.length === 0;
}

/** "Re-propose on v2"; without a version where there is none to name, or it is the one it was proposed on. */
export function reproposalLabel({
  skills,
}: {
  skills: readonly Pick<DetailSkill, 'baseVersion' | 'nowVersion'>[];
}) {
  const moved = skills.filter(({ baseVersion, nowVersion }) => baseVersion !== nowVersion);
  const version = moved.length === 1 ? moved[0]?.nowVersion : null;
  return version == null ? 'Propose again' : `Re-propose on v${version}`;
}

/** Where a session gets its rules with a trigger, so that the start of a run and the moment can be compared. */
import {
  comparedRules,
  drawMomentArm,
  MOMENT_ARMS,
  type MomentDraw,
} from '../../../domain/moments/moment-arm.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { unitName } from '../../../skills/canary/index.ts';
import type { RecallQuery } from '../answer-recall.ts';
import type { SkillSelection } from '../select-skills.ts';

export type DrawnArm = Pick<MomentDraw, 'arm' | 'probability'>;

/** The arm of the query's session; null outside the experiment. */
function drawArm(
  { config }: Runtime,
  { scope: { tenant, agentId }, recallId, sessionId }: RecallQuery,
): DrawnArm | null {
  const { momentShare: share } = config.recall;
  if (share === 0) return null;
  const unit = unitName({ recallId, sessionId, userId: null });
  const arm = drawMomentArm({ tenant, agentId, unit, share });
  return arm && { arm, probability: share / MOMENT_ARMS.length };
}

/**
 * What was drawn for the session, and the selection with the rules that the arms place differently, recorded alike in each arm:
 * which sessions count must not depend on the arm. A skill that the agent has as a file is left out, for its text is there in
 * every arm.
 */
export function placeRules(
  runtime: Runtime,
  query: RecallQuery,
  selected: SkillSelection,
): { skills: SkillSelection; drawn: DrawnArm | null } {
  const drawn = drawArm(runtime, query);
  if (drawn === null) return { skills: selected, drawn };
  const rules = new Map(
    selected.full.map(({ skill, hasFile }) => [skill.id, hasFile ? [] : comparedRules(skill.bullets)]),
  );
  const recalled = selected.recalled.map((kept) => {
    const own = rules.get(kept.id) ?? [];
    return own.length === 0 ? kept : { ...kept, moment_rules: own };
  });
  const full = selected.full.map((chosen) => ({
    ...chosen,
    momentRules: new Set(rules.get(chosen.skill.id)),
  }));
  return { skills: { ...selected, recalled, full }, drawn };
}

/** Leaves a measured skill out of a share of the sessions, so that its lift can be read. Which one is a matter of a hash. */
import { drawHoldback, HELD_BACK } from '../../domain/runs/holdback.ts';
import { unitName } from '../../skills/canary/index.ts';
import type { RecallQuery } from './answer-recall.ts';
import type { ChosenSkill, SkillSelection } from './select-skills.ts';
import type { StoredSkill } from './store.ts';

/** Probabilities are kept to six places: a row is written for every recall. */
const PARTS = 1e6;

/** What of the selection is served, and with what probability each measured skill was to be left out. */
export function holdBack(
  { scope, recallId, sessionId }: RecallQuery,
  selected: SkillSelection,
): SkillSelection {
  const candidates = selected.full.flatMap((chosen) => {
    const { id, measuredShare: share } = chosen.skill;
    return share !== null && isFree(chosen) ? [{ id, share }] : [];
  });
  if (candidates.length === 0) return selected;
  const unit = unitName({ recallId, sessionId, userId: scope.userId });
  const { tenant, agentId } = scope;
  const { heldBack, probabilities } = drawHoldback({ tenant, agentId, unit, candidates });
  const recalled = [...selected.recalled];
  for (const [place, { skill }] of selected.full.entries()) {
    const probability = probabilities.get(skill.id);
    const kept = recalled[place];
    if (probability === undefined || kept === undefined) continue;
    const holdback = [Math.round(probability * PARTS) / PARTS];
    recalled[place] = skill.id === heldBack ? { ...unserved(kept), holdback } : { ...kept, holdback };
  }
  return { ...selected, recalled, full: selected.full.filter(({ skill }) => skill.id !== heldBack) };
}

function unserved(skill: StoredSkill): StoredSkill {
  const { served: _, bullets: __, skipped: ___, skipped_rules: ____, ...kept } = skill;
  return { ...kept, reason: HELD_BACK };
}

/** A canary decides itself who is served what of its skill, and a file cannot be kept away. */
function isFree({ skill, arm, hasFile }: ChosenSkill): boolean {
  return skill.trial === null && (arm === undefined || arm === null) && !hasFile;
}

/**
 * Leaves one skill out of a share of the recalls, so that the lift of each can be measured. Which one is a
 * matter of a hash and of numbers that are mostly in memory.
 */
import { drawHoldback, HELD_BACK } from '../../domain/runs/holdback.ts';
import type { KnownSkill } from '../../knowledge/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { unitName } from '../../skills/canary/index.ts';
import type { RecallQuery } from './answer-recall.ts';
import type { ChosenSkill, SkillSelection } from './select-skills.ts';
import { skillEvidence } from './skill-evidence.ts';
import type { StoredSkill } from './store.ts';

/** Probabilities are kept to six places: a row is written for every recall. */
const PARTS = 1e6;

/** What of the selection is served, and with what probability each skill was to be left out. */
export async function holdBack(
  runtime: Runtime,
  { scope, recallId, sessionId, createdAt }: RecallQuery,
  { selected, textOf }: { selected: SkillSelection; textOf: TextOf },
): Promise<SkillSelection> {
  const { skillHoldbackRate: rate } = runtime.config.recall;
  const shareOf = ({ measured }: KnownSkill) =>
    measured !== null && createdAt < measured.until ? measured.share : 0;
  const candidates = selected.full.filter(
    (chosen) => isFree(chosen) && (rate > 0 || shareOf(chosen.skill) > 0),
  );
  if (candidates.length === 0) return selected;
  const ids = candidates.map(({ skill: { id } }) => id);
  const evidence = rate > 0 ? await skillEvidence(runtime, scope.tenant, ids) : new Map<string, number>();
  const { heldBack, probabilities } = drawHoldback({
    ...{ tenant: scope.tenant, agentId: scope.agentId, rate },
    unit: unitName({ recallId, sessionId, userId: scope.userId }),
    candidates: candidates.map(({ skill }) => ({
      ...{ id: skill.id, evidence: evidence.get(skill.id) ?? 0 },
      share: shareOf(skill),
    })),
  });
  const recalled = [...selected.recalled];
  for (const [place, chosen] of selected.full.entries()) {
    const { skill } = chosen;
    const probability = probabilities.get(skill.id);
    const kept = recalled[place];
    if (probability === undefined || kept === undefined) continue;
    const holdback: [number, number] = [Math.round(probability * PARTS) / PARTS, textOf(chosen).length];
    recalled[place] = skill.id === heldBack ? { ...unserved(kept), holdback } : { ...kept, holdback };
  }
  return { ...selected, recalled, full: selected.full.filter(({ skill }) => skill.id !== heldBack) };
}

function unserved(skill: StoredSkill): StoredSkill {
  const { served: _, bullets: __, skipped: ___, skipped_rules: ____, ...kept } = skill;
  return { ...kept, reason: HELD_BACK };
}

/** A skill's text as it stands in the instructions. */
type TextOf = (chosen: ChosenSkill) => string;

/** A canary decides itself who is served what of its skill, and a file cannot be kept away. */
function isFree({ skill, arm, hasFile }: ChosenSkill): boolean {
  return skill.trial === null && (arm === undefined || arm === null) && !hasFile;
}

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

// How much evidence there is of skills, for the draw of which one is held back.

const KEPT = 20_000;
/** It only says to which skills the draw leans: a recall need not read it. */
const FRESH_MS = 10 * 60_000;

/** Summed evidence of a tenant's skills by id, at most ten minutes old. */
async function skillEvidence(
  runtime: Runtime,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const kept = runtime.once(
    'holdback.evidence',
    () =>
      new LRUCache<string, number>({
        // A coarser clock would set a timer with each recall, which costs more than all else that is done for the draw.
        ...{ max: KEPT, ttl: FRESH_MS, ttlResolution: 0 },
        perf: { now: () => runtime.clock().getTime() },
      }),
  );
  const keyOf = (id: string) => `${tenant}\0${id}`;
  const found = new Map<string, number>();
  const missing: string[] = [];
  for (const id of ids) {
    const evidence = kept.get(keyOf(id));
    if (evidence === undefined) missing.push(id);
    else found.set(id, evidence);
  }
  if (missing.length === 0) return found;
  const read = await recallStore(runtime.db.read, tenant).skillEvidence(missing);
  for (const [id, evidence] of read) {
    kept.set(keyOf(id), evidence);
    found.set(id, evidence);
  }
  return found;
}

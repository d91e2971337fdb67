/**
 * Leaves one skill out of a share of the recalls, so that the lift of each can be measured. Which one is a
 * matter of a hash and of numbers that are mostly in memory.
 */

import { LRUCache } from 'lru-cache';
import { drawHoldback, HELD_BACK } from '../../domain/runs/holdback.ts';
import type { KnownSkill } from '../../knowledge/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { unitName } from '../../skills/canary/index.ts';
import type { RecallQuery } from './answer-recall.ts';
import type { ChosenSkill, SkillSelection } from './select-skills.ts';
import { recallStore, type StoredSkill } from './store.ts';

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

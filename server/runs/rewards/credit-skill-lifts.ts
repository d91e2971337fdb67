/**
 * Keeps the sums from which the lift of skills is read. A run adds to its session's part of each of its
 * skills, and the skill's sums move by what that changed; a corrected reward does the same.
 */
import type { Evidence } from '../../domain/measurement/beta.ts';
import { addLiftRun, NO_SKILL_LIFT, type SkillLiftUnit } from '../../domain/measurement/skill-lift-sums.ts';
import type { HoldbackPart } from '../../domain/runs/holdback.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { skillLiftStore } from './skill-lift-store.ts';

/** What a run, or a change of what is known of it, adds to the sums of its skills. */
export interface SkillLiftStep {
  holdback: HoldbackPart;
  at: Date;
  /** 1 for a run that is new, 0 where it was counted before, −1 where it is taken back. */
  runs: number;
  evidence: Evidence;
  /** Runs with a duration, and the sum of its logarithms (of milliseconds). */
  duration: Evidence;
}

/** A duration as evidence; less than a millisecond is one. */
export function durationSums(milliseconds: number | null): Evidence {
  return milliseconds === null
    ? { weight: 0, reward: 0 }
    : { weight: 1, reward: Math.log(Math.max(1, milliseconds)) };
}

/** Adds the steps, in their order. A change of a run whose session is no longer kept changes nothing. */
export async function creditSkillLifts(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  steps: readonly SkillLiftStep[],
): Promise<void> {
  if (steps.length === 0) return;
  const store = skillLiftStore(tx, tenant);
  const parts = steps.flatMap(({ holdback, ...step }) =>
    holdback.skills.map(({ id, ...skill }) => ({
      ...step,
      skillId: id,
      unit: holdback.unit,
      ...{ rate: holdback.rate, part: skill.part, probability: skill.probability },
      characters: skill.characters,
    })),
  );
  const lifts = await store.lock([...new Set(parts.map(({ skillId }) => skillId))]);
  const units = await store.units(parts);
  const changed = new Map<string, { skillId: string; unit: string; sums: SkillLiftUnit }>();
  for (const { skillId, unit, ...run } of parts) {
    const key = `${skillId} ${unit}`;
    const known = changed.get(key)?.sums ?? units.get(key) ?? null;
    if (known === null && run.runs !== 1) continue;
    const added = addLiftRun({ sums: lifts.get(skillId) ?? NO_SKILL_LIFT, unit: known }, run);
    lifts.set(skillId, added.sums);
    changed.set(key, { skillId, unit, sums: added.unit });
  }
  await store.putUnits([...changed.values()], runtime.clock());
  await store.put(lifts);
}

/**
 * Keeps the sums from which the lift of skills is read. A run adds to its session's part of each of its
 * skills, and the skill's sums move by what that changed; a corrected reward does the same.
 */
import type { Evidence } from '../../domain/measurement/beta.ts';
import { addRun, NO_SKILL_LIFT, type UnitSums } from '../../domain/measurement/skill-lift.ts';
import type { HoldbackPart } from '../../domain/runs/holdback.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { skillLiftStore } from './skill-lift-store.ts';

/** What a run, or a change of its reward, adds to the sums of its skills. */
export interface SkillLiftStep {
  holdback: HoldbackPart | null;
  /** Whether the run was not counted before. */
  isNew: boolean;
  evidence: Evidence;
}

/** Adds the steps, in their order. A change of a run whose session is no longer kept changes nothing. */
export async function creditSkillLifts(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  steps: readonly SkillLiftStep[],
): Promise<void> {
  const parts = steps.flatMap(({ holdback, isNew, evidence: { weight, reward: value } }) =>
    (holdback?.skills ?? []).map(({ id: skillId, part, probability }) => ({
      ...{ skillId, unit: holdback?.unit ?? '', isNew },
      run: { part, probability, rate: holdback?.rate ?? 0, weight, value },
    })),
  );
  if (parts.length === 0) return;
  const store = skillLiftStore(tx, tenant);
  const lifts = await store.lock([...new Set(parts.map(({ skillId }) => skillId))]);
  const units = await store.units(parts);
  const changed = new Map<string, { skillId: string; unit: string; sums: UnitSums }>();
  for (const { skillId, unit, isNew, run } of parts) {
    const key = `${skillId} ${unit}`;
    if (!isNew && !units.has(key)) continue;
    const known = { sums: lifts.get(skillId) ?? NO_SKILL_LIFT, unit: units.get(key) ?? null };
    const added = addRun(known, run);
    lifts.set(skillId, added.sums);
    units.set(key, added.unit);
    changed.set(key, { skillId, unit, sums: added.unit });
  }
  await store.putUnits([...changed.values()], runtime.clock());
  await store.put(lifts);
}

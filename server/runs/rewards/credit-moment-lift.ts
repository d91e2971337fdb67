/** Keeps the sums that compare rules at the moment with rules at the start, of agents and of skills. */

import type { MomentPart } from '../../domain/moments/moment-arm.ts';
import {
  addMomentRun,
  type MomentRun,
  type MomentUnit,
  moveMomentSums,
  NO_MOMENT_LIFT,
} from '../../domain/moments/moment-lift.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { momentLiftStore } from './moment-lift-store.ts';

/** What a run, or a change of what is known of it, adds; nothing outside the experiment. */
export type MomentLiftStep = Omit<MomentRun, 'part'> & { agentId: string; momentPart: MomentPart | null };

/** Adds the steps, in their order. A change of a run whose session is no longer kept changes nothing. */
export async function creditMomentLift(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  steps: readonly MomentLiftStep[],
): Promise<void> {
  const runs = steps.flatMap(({ momentPart: part, ...step }) => (part === null ? [] : [{ ...step, part }]));
  const byAgent = [...Map.groupBy(runs, ({ agentId }) => agentId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [agentId, own] of byAgent) {
    const store = momentLiftStore(tx, tenant, agentId);
    // The agent's row is locked first: no other transaction moves its sessions meanwhile.
    const sums = await store.lock([]);
    const units = await store.units([...new Set(own.map(({ part }) => part.unit))]);
    const changed = new Map<string, MomentUnit>();
    for (const run of own) {
      const known = changed.get(run.part.unit) ?? units.get(run.part.unit) ?? null;
      if (known !== null || run.runs === 1) changed.set(run.part.unit, addMomentRun(known, run));
    }
    const moved = [...changed].map(([name, after]) => ({ before: units.get(name) ?? null, after }));
    const names = new Set(moved.flatMap(({ after }) => Object.keys(after.counting)));
    for (const [id, known] of await store.lock([...names])) sums.set(id, known);
    for (const id of names) {
      const before = sums.get(id) ?? NO_MOMENT_LIFT;
      sums.set(
        id,
        moved.reduce((all, unit) => moveMomentSums(all, id, unit), before),
      );
    }
    await store.putUnits(changed, runtime.clock());
    await store.put(sums);
  }
}

/** Whether rules with a trigger help more at the moment than at the start, of an agent or of a skill. */
import {
  addMomentSums,
  type MomentLift,
  type MomentSums,
  NO_MOMENT_LIFT,
  showMomentLift,
  WHOLE_AGENT,
} from '../../domain/moments/moment-lift.ts';
import type { Principal } from '../../domain/principal.ts';
import { fromJson } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { liftStore } from './lift-store.ts';

/** Of all agents that use the skill, or of the whole agent; null where the experiment never ran and does not run now. */
export async function readMomentLift(
  runtime: Runtime,
  { tenant }: Principal,
  of: { agentId: string } | { skillId: string },
): Promise<MomentLift | null> {
  const rows = await liftStore(runtime.db.read, tenant).momentSums({ skillId: WHOLE_AGENT, ...of });
  if (rows.length === 0 && runtime.config.recall.momentShare === 0) return null;
  const sums = rows.map((row) => fromJson<MomentSums>(row)).reduce(addMomentSums, NO_MOMENT_LIFT);
  return showMomentLift(sums);
}

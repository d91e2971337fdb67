/** The lift of a skill as it is kept after many sessions, without the sessions. */

import type { Evidence } from '../../domain/measurement/beta.ts';
import type { Groups } from '../../domain/measurement/learning-lift.ts';
import { addRun, NO_SKILL_LIFT, type SkillLiftSums } from '../../domain/measurement/skill-lift.ts';
import { type Tx, toJson } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';

/** Success rates of sessions with and without the skill, of which a tenth go without it. */
export interface Measured {
  sessions: number;
  served: number;
  heldBack: number;
}

/** The sums after sessions that succeed in exactly these shares, evenly spread. */
function measuredSums({ sessions, served, heldBack }: Measured): SkillLiftSums {
  let sums = NO_SKILL_LIFT;
  for (let session = 0; session < sessions; session++) {
    const isHeldBack = session % 10 === 0;
    const place = isHeldBack ? session / 10 : session - Math.ceil(session / 10);
    const rate = isHeldBack ? heldBack : served;
    const value = Math.floor((place + 1) * rate) - Math.floor(place * rate);
    const part = isHeldBack ? 'held_back' : 'served';
    sums = addRun({ sums, unit: null }, { part, probability: 0.1, rate: 0.1, weight: 1, value }).sums;
  }
  return sums;
}

export async function putSkillLift(
  tx: Tx,
  tenant: string,
  skillId: string,
  measured: Measured,
): Promise<void> {
  const sums = toJson({ reward: measuredSums(measured) });
  await clientOf(tx).skillLift.create({ data: { tenant, skillId, sums } });
}

export function groupsOfRuns(treated: Evidence, holdout: Evidence): Groups {
  const sums = ({ weight: sessions, reward: sum }: Evidence) => ({ sessions, sum, squares: sum });
  return { treated, holdout, sessions: { treated: sums(treated), holdout: sums(holdout) } };
}

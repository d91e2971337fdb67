/** Sessions of the experiment with moments as their sums are kept, without the sessions. */

import { MOMENT_ARMS, type MomentArm } from '../../domain/moments/moment-arm.ts';
import {
  addMomentRun,
  type MomentSums,
  moveMomentSums,
  NO_MOMENT_LIFT,
} from '../../domain/moments/moment-lift.ts';
import { type Tx, toJson } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';

type ByArm = Readonly<Record<MomentArm, number>>;

/** The sums after as many sessions in each arm, of one run each, that succeed in these shares. */
export function momentSums(sessions: number, success: ByArm, milliseconds: ByArm): MomentSums {
  const of = 'skill';
  let sums = NO_MOMENT_LIFT;
  for (const arm of MOMENT_ARMS) {
    for (let place = 0; place < sessions; place++) {
      const reward = Math.floor((place + 1) * success[arm]) - Math.floor(place * success[arm]);
      const duration = Math.log(milliseconds[arm] * (1 + (place % 3) / 10));
      const after = addMomentRun(null, {
        part: { unit: `${arm}${place}`, arm, skills: [of], characters: arm === 'moment' ? 400 : 1200 },
        runs: 1,
        evidence: { weight: 1, reward },
        measures: {
          duration: { n: 1, sum: duration, squares: duration ** 2 },
          tool_calls: { n: 1, sum: 3 + (place % 2), squares: (3 + (place % 2)) ** 2 },
        },
      });
      sums = moveMomentSums(sums, of, { before: null, after });
    }
  }
  return sums;
}

export async function putMomentLift(
  tx: Tx,
  tenant: string,
  { agentId, skillId, sums }: { agentId: string; skillId: string; sums: MomentSums },
): Promise<void> {
  for (const id of ['', skillId])
    await clientOf(tx).momentLift.create({ data: { tenant, agentId, skillId: id, sums: toJson(sums) } });
}

/** What each arm of a canary was credited with, counted again from the episodes that were counted for it. */

import type { Principal } from '../../domain/principal.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';

/**
 * By arm: Σ strength, Σ strength × reward, and the units that were given it. Rewards must be exact in binary.
 */
export async function recountArms({ db }: Runtime, { tenant }: Principal, experimentId: string) {
  const client = clientOf(db.read);
  const credits = await client.episodeCredit.findMany({ where: { tenant, experimentId } });
  const assigned = await client.experimentAssignment.findMany({ where: { tenant, experimentId } });
  const episodes = await client.episode.findMany({ where: { tenant } });
  const episodeOf = new Map(episodes.map((episode) => [episode.id, episode]));
  const sumsOf = (arm: Arm) => {
    const sums = { weight: 0, reward: 0, assigned: assigned.filter((one) => one.arm === arm).length };
    for (const credit of credits.filter((one) => one.arm === arm)) {
      const { reward, rewardStrength } = episodeOf.get(credit.episodeId) ?? {};
      sums.weight += rewardStrength ?? 0;
      sums.reward += (rewardStrength ?? 0) * (reward ?? 0);
    }
    return sums;
  };
  return { incumbent: sumsOf('incumbent'), candidate: sumsOf('candidate') };
}

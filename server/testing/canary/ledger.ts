/** What each arm of a canary was credited with, counted again from the episodes that were counted for it. */

import type { Principal } from '../../domain/principal.ts';
import { addEvidence, NO_CREDIT } from '../../domain/runs/reward.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';

/**
 * By arm: the evidence of its units, each the mean of its runs with a strength of at most 1. Rounded, as means are not
 * exact in binary.
 */
export async function recountArms({ db }: Runtime, { tenant }: Principal, experimentId: string) {
  const client = clientOf(db.read);
  const credits = await client.episodeCredit.findMany({ where: { tenant, experimentId } });
  const episodes = await client.episode.findMany({ where: { tenant } });
  const episodeOf = new Map(episodes.map((episode) => [episode.id, episode]));
  const sumsOf = (arm: Arm) => {
    const sums = { weight: 0, reward: 0 };
    const units = Map.groupBy(
      credits.filter((one) => one.arm === arm),
      ({ unit }) => unit,
    );
    for (const own of units.values()) {
      const { weight, reward } = own
        .map(({ episodeId }) => episodeOf.get(episodeId))
        .map((one) => ({
          weight: one?.rewardStrength ?? 0,
          reward: (one?.rewardStrength ?? 0) * (one?.reward ?? 0),
        }))
        .reduce(addEvidence, NO_CREDIT.evidence);
      if (weight === 0) continue;
      sums.weight += Math.min(1, weight);
      sums.reward += (Math.min(1, weight) * reward) / weight;
    }
    return sums;
  };
  return rounded({ incumbent: sumsOf('incumbent'), candidate: sumsOf('candidate') });
}

const PLACES = 1e9;
const round = (value: number) => Math.round(value * PLACES) / PLACES;

/** The same without what rounding differs by. */
export function rounded<Sums extends { weight: number; reward: number }>(
  arms: Record<Arm, Sums>,
): Record<Arm, Sums> {
  const of = (sums: Sums): Sums => ({ ...sums, weight: round(sums.weight), reward: round(sums.reward) });
  return { incumbent: of(arms.incumbent), candidate: of(arms.candidate) };
}

/** How many units were given an arm. */
export async function countAssigned({ db }: Runtime, { tenant }: Principal, experimentId: string) {
  return await clientOf(db.read).experimentAssignment.count({ where: { tenant, experimentId } });
}

/** The canaries of a time with all that was credited to them, as a replay needs them. */
import type { PastAssignment, PastCredit } from '../../domain/admin/rehearsal/replay-canary.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import { inPieces, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import type { Period } from './past-store.ts';

export function pastCanaryStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** The ids of the canaries that began then, oldest first, those of the last `most`; and how many there are in all. */
    async began({ since, until, agentId }: Period, most: number): Promise<{ ids: string[]; total: number }> {
      const where = { startedAt: { gte: since, lt: until }, ...(agentId === null ? {} : { agentId }) };
      const total = await client.experiment.count({ where });
      const orderBy = [{ startedAt: 'desc' as const }, { id: 'desc' as const }];
      const rows = await client.experiment.findMany({ where, orderBy, take: most, select: { id: true } });
      return { ids: rows.map(({ id }) => id).reverse(), total };
    },
    /** What the rated ones among the first `most` runs of one of a skill were credited with, oldest first. */
    async credits(skillId: string, experimentId: string, most: number): Promise<PastCredit[]> {
      const credits = await client.episodeCredit.findMany({
        where: { skillId, experimentId, unit: { not: null }, arm: { not: null } },
        orderBy: { episodeId: 'asc' },
        take: most,
        select: { episodeId: true, unit: true, arm: true },
      });
      const found: PastCredit[] = [];
      const byId = new Map(credits.map((credit) => [credit.episodeId, credit]));
      for (const ids of inPieces(byId.keys())) {
        const rows = await client.episode.findMany({
          where: { id: { in: ids }, reward: { not: null } },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          select: { id: true, createdAt: true, reward: true, rewardStrength: true },
        });
        for (const { id, createdAt, reward, rewardStrength } of rows) {
          const { unit, arm } = byId.get(id) ?? {};
          const weight = rewardStrength ?? 0;
          const evidence = { weight, reward: weight * (reward ?? 0) };
          found.push({ unit: unit ?? '', arm: arm as Arm, at: createdAt, evidence });
        }
      }
      return found;
    },
    async assignments(experimentId: string, most: number): Promise<PastAssignment[]> {
      const rows = await client.experimentAssignment.findMany({
        where: { experimentId },
        orderBy: { assignedAt: 'asc' },
        take: most,
        select: { unit: true, arm: true, probability: true, assignedAt: true, mixed: true },
      });
      return rows.map(({ arm, assignedAt, ...row }) => ({ ...row, arm: arm as Arm, at: assignedAt }));
    },
  };
}

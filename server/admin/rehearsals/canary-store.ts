/** The canaries of a time with all that was credited to them, as a replay needs them. */
import type { PastAssignment, PastCredit } from '../../domain/admin/rehearsal/replay-canary.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import type { Period } from './past-store.ts';

interface CreditRow {
  unit: string;
  arm: string;
  at: Date;
  reward: number;
  strength: number;
}

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
    /** What was credited to one of a skill, up to `most` runs. */
    async credits(skillId: string, experimentId: string, most: number): Promise<PastCredit[]> {
      const rows = await client.$queryRaw<CreditRow[]>`
        SELECT c.unit, c.arm, e.created_at AS at, e.reward, e.reward_strength AS strength
        FROM episode_credit c JOIN episode e ON e.tenant = c.tenant AND e.id = c.episode_id
        WHERE c.tenant = ${tenant} AND c.skill_id = ${skillId} AND c.experiment_id = ${experimentId}
          AND e.reward IS NOT NULL AND c.unit IS NOT NULL AND c.arm IS NOT NULL
        ORDER BY e.created_at, e.id LIMIT ${most}`;
      return rows.map(({ unit, arm, at, reward, strength }) => ({
        unit,
        arm: arm as Arm,
        at: new Date(at),
        evidence: { weight: Number(strength), reward: Number(strength) * Number(reward) },
      }));
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

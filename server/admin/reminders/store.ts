/** What a tenant's reminders are made of. */
import { COUNT_LIMIT } from '../../domain/admin/bounded-count.ts';
import type { Risk } from '../../domain/skills/changesets/approval-policy.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** A change that waits for review. */
export interface WaitingChangeset {
  id: string;
  agentId: string;
  risk: Risk;
  createdAt: Date;
}

export function reminderStore(tx: Tx, tenant: string) {
  const { webhook, changeset, memory, usageDay, learningFault } = tenantClient(tx, tenant);
  return {
    async hasWebhook(): Promise<boolean> {
      return (await webhook.count({ where: { status: { not: 'off' } }, take: 1 })) > 0;
    },
    /** How many changes and memories have waited since `before`, each counted up to `COUNT_LIMIT`. */
    async countWaiting(before: Date): Promise<{ changesets: number; memories: number }> {
      const waiting = { where: { status: 'pending', createdAt: { lte: before } }, take: COUNT_LIMIT };
      return { changesets: await changeset.count(waiting), memories: await memory.count(waiting) };
    },
    /** The changes that have waited longest, of each risk apart. */
    async waiting(risk: Risk, before: Date, take: number): Promise<WaitingChangeset[]> {
      const rows = await changeset.findMany({
        where: { status: 'pending', risk, createdAt: { lte: before } },
        orderBy: { createdAt: 'asc' },
        select: { id: true, agentId: true, createdAt: true },
        take,
      });
      return rows.map((row) => ({ ...row, risk }));
    },
    async tokensOn(day: string): Promise<number> {
      const { _sum } = await usageDay.aggregate({
        where: { day },
        _sum: { inputTokens: true, outputTokens: true },
      });
      return (_sum.inputTokens ?? 0) + (_sum.outputTokens ?? 0);
    },
    /** Faults of learning that began at `before` or earlier. */
    async faultsSince(before: Date) {
      return await learningFault.findMany({
        where: { firstAt: { lte: before } },
        orderBy: { kind: 'asc' },
        select: { kind: true, message: true, times: true, firstAt: true },
      });
    },
  };
}

/** The newest audit entries of some tenants at once: the one query of several tenants, whose answer goes to each its own. */
import { clientOf, type Tx } from '../platform/db/prisma.ts';

/** An entry as the feed knows it. */
export interface FeedRow {
  tenant: string;
  id: string;
  resource: string;
}

const TENANTS_PER_STATEMENT = 500;

export function auditFeedStore(tx: Tx) {
  const { auditEntry } = clientOf(tx);
  return {
    /** Of `tenants`, what was written since a moment, newest first; about `limit` at most. */
    async since(tenants: string[], at: Date, limit: number): Promise<FeedRow[]> {
      const rows: FeedRow[] = [];
      for (let start = 0; start < tenants.length; start += TENANTS_PER_STATEMENT) {
        const some = tenants.slice(start, start + TENANTS_PER_STATEMENT);
        const found = await auditEntry.findMany({
          where: { tenant: { in: some }, at: { gte: at } },
          orderBy: [{ at: 'desc' }, { id: 'desc' }],
          take: limit,
          select: { tenant: true, id: true, resource: true },
        });
        rows.push(...found);
      }
      return rows;
    },
  };
}

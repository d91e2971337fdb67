/** The queries of the dashboard's memory pages. */
import type { MemoryKind, MemoryStatus } from '../domain/memories/memory.ts';
import { spellings } from '../platform/db/search-text.ts';
import { type TenantWhere, type Tx, tenantClient } from '../platform/db/tenant-client.ts';
import { type MemoryRecord, statusWhere, toMemoryRecord } from './store.ts';

/** Most earlier or later versions of one memory that are followed. */
const CHAIN = 50;
/** Most memories that a timeline is drawn from, the newest ones. */
const TICKS = 5000;

/**
 * Which memories; null means any. `at` is the moment of the view, null for the present; `ghosts` adds to such a view
 * what was not believed then.
 */
export interface BrowseFilter {
  agentId: string | null;
  userId: string | null;
  kind: MemoryKind | null;
  statuses: readonly MemoryStatus[];
  text: string | null;
  at: Date | null;
  ghosts?: boolean;
}

interface BrowsePage {
  filter: BrowseFilter;
  before: { at: Date; id: string } | null;
  limit: number;
}

function whereOf(filter: BrowseFilter): TenantWhere<'memory'> {
  const { agentId, userId, kind, statuses, text, at, ghosts = false } = filter;
  const then = at === null || ghosts ? [] : [{ OR: statuses.map((status) => statusWhere(status, at)) }];
  return {
    ...(agentId === null ? {} : { agentId }),
    ...(userId === null ? {} : { userId }),
    ...(kind === null ? {} : { kind }),
    ...(at === null ? { status: { in: [...statuses] } } : {}),
    AND: [
      ...then,
      ...(text === null ? [] : [{ OR: spellings(text).map((word) => ({ content: { contains: word } })) }]),
    ],
  };
}

export function memoryBrowseStore(tx: Tx, tenant: string) {
  const { memory } = tenantClient(tx, tenant);
  return {
    /** Newest first. */
    async page({ filter, before, limit }: BrowsePage): Promise<MemoryRecord[]> {
      const older: TenantWhere<'memory'> =
        before === null
          ? {}
          : { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }] };
      const rows = await memory.findMany({
        where: { AND: [whereOf(filter), older] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return rows.map(toMemoryRecord);
    },
    /** The memories that `id` took the place of, and that took its place, oldest first; `id` among them. */
    async chain(id: string): Promise<MemoryRecord[]> {
      const start = await memory.findFirst({ where: { id } });
      if (start === null) return [];
      const rows = [start];
      for (let next = start.supersededBy; next !== null && rows.length < CHAIN; ) {
        const later = await memory.findFirst({ where: { id: next } });
        if (later === null) break;
        rows.push(later);
        next = later.supersededBy;
      }
      for (let known = [start.id]; known.length > 0 && rows.length < 2 * CHAIN; ) {
        const earlier = await memory.findMany({
          where: { supersededBy: { in: known } },
          take: CHAIN,
        });
        rows.unshift(...earlier);
        known = earlier.map((row) => row.id);
      }
      return rows.map(toMemoryRecord).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    },
    /** When memories of an agent, or of all, came and went, newest first. */
    async moments(agentId: string | null): Promise<{ createdAt: Date; closedAt: Date | null }[]> {
      return await memory.findMany({
        where: agentId === null ? {} : { agentId },
        orderBy: { createdAt: 'desc' },
        take: TICKS,
        select: { createdAt: true, closedAt: true },
      });
    },
    async countByStatus(agentId: string | null): Promise<Record<string, number>> {
      const rows = await memory.groupBy({
        by: ['status'],
        where: agentId === null ? {} : { agentId },
        _count: true,
      });
      return Object.fromEntries(rows.map(({ status, _count }) => [status, _count]));
    },
  };
}

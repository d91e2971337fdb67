/** Memories as they are listed: filtered, also as of an earlier moment, with what replaced what. */
import {
  type HoldCause,
  MEMORY_STATUSES,
  type MemoryKind,
  type MemoryStatus,
} from '../../domain/memories/memory.ts';
import { spellings } from '../../platform/db/search-text.ts';
import {
  countEach,
  Prisma,
  type TenantWhere,
  type Tx,
  tenantClient,
} from '../../platform/db/tenant-client.ts';
import { type MemoryRecord, toMemoryRecord } from './store.ts';

/**
 * Which memories; absent or null means any. `at` is the moment of the view, null for the present; `ghosts` adds to such a view
 * what was not believed then.
 */
export interface MemoryFilter {
  agentId?: string | null;
  userId?: string | null | undefined;
  kind?: MemoryKind | null;
  statuses: readonly MemoryStatus[];
  text?: string | null;
  /** For what it is held. */
  cause?: HoldCause | null;
  at?: Date | null;
  ghosts?: boolean;
}

/** The condition under which a memory had `status` at a moment: `statusAt` of the timeline rules, as a query. */
function statusWhere(status: MemoryStatus, at: Date): TenantWhere<'memory'> {
  const open: TenantWhere<'memory'> = {
    AND: [
      { OR: [{ closedAt: null }, { closedAt: { gt: at } }] },
      { OR: [{ invalidAt: null }, { invalidAt: { gt: at } }] },
    ],
  };
  const known = { createdAt: { lte: at } };
  const believed = { ...known, activatedAt: { lte: at } };
  switch (status) {
    case 'pending':
      return { ...known, OR: [{ activatedAt: null }, { activatedAt: { gt: at } }], ...open };
    case 'active':
      return { ...believed, validFrom: { lte: at }, ...open };
    case 'superseded':
      return { ...believed, OR: [{ closedAt: { lte: at } }, { invalidAt: { lte: at } }] };
  }
}

/** The reasons are kept as a JSON list of texts: only a finding has a colon. */
const IN_REASONS: Record<HoldCause, readonly string[]> = {
  finding: [':'],
  resembles: ['"resembles"'],
  policy: ['"auto_approve_off"', '"few_sessions"'],
};

function filterWhere(filter: MemoryFilter): TenantWhere<'memory'> {
  const { agentId, userId, kind, statuses, text, cause, at, ghosts = false } = filter;
  const then = !at || ghosts ? [] : [{ OR: statuses.map((status) => statusWhere(status, at)) }];
  return {
    ...(agentId ? { agentId } : {}),
    ...(typeof userId === 'string' ? { userId } : {}),
    ...(kind ? { kind } : {}),
    ...(at ? {} : { status: { in: [...statuses] } }),
    AND: [
      ...then,
      ...(cause ? [{ OR: IN_REASONS[cause].map((reason) => ({ holdReasons: { contains: reason } })) }] : []),
      ...(text ? [{ OR: spellings(text).map((word) => ({ content: { contains: word } })) }] : []),
    ],
  };
}

/** Most earlier or later versions of one memory that are followed. */
const CHAIN = 50;
/** Most memories that a timeline is drawn from, the newest ones. */
const TICKS = 5000;

interface MemoryPage {
  filter: MemoryFilter;
  before: { at: Date; id: string } | null;
  limit: number;
}

export function memoryBrowseStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { memory } = client;
  return {
    /** Newest first. */
    async page({ filter, before, limit }: MemoryPage): Promise<MemoryRecord[]> {
      const older: TenantWhere<'memory'> =
        before === null
          ? {}
          : { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }] };
      const rows = await memory.findMany({
        where: { AND: [filterWhere(filter), older] },
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
      const ofAgent = agentId === null ? Prisma.empty : Prisma.sql`AND agent_id = ${agentId}`;
      const rowsOf = (status: string) =>
        Prisma.sql`SELECT 1 FROM memory WHERE tenant = ${tenant} AND status = ${status} ${ofAgent}`;
      return await countEach(client, MEMORY_STATUSES, rowsOf);
    },
  };
}

/** The memories' rows. Content never changes; a row is added, released, closed or removed. */
import type { MemoryKind, MemoryStatus } from '../domain/memories/memory.ts';
import type { MemoryTimes } from '../domain/memories/timeline.ts';
import { fromJson, toJson } from '../platform/db/json.ts';
import { clientOf, type Prisma, type Tx } from '../platform/db/prisma.ts';

/** A memory as it is kept. */
export interface MemoryRecord extends MemoryTimes {
  id: string;
  agentId: string;
  userId: string | null;
  kind: MemoryKind;
  content: string;
  textKey: string;
  confidence: number;
  status: MemoryStatus;
  holdReasons: string[];
  similarId: string | null;
  sources: string[];
  createdBy: string;
  supersededBy: string | null;
}

/** Whose memories: those of one user, or (null) those that are about no user. */
export interface MemoryScope {
  agentId: string;
  userId: string | null;
}

/** Which memories a list is of. Without `userId` it is of every user; `at` is null for the present. */
export interface MemoryFilter {
  agentId: string;
  userId?: string | undefined;
  statuses: readonly MemoryStatus[];
  at: Date | null;
  limit: number;
}

type Row = Prisma.MemoryGetPayload<object>;

function recordOf({ tenant: _, ...row }: Row): MemoryRecord {
  return {
    ...row,
    kind: row.kind as MemoryKind,
    status: row.status as MemoryStatus,
    holdReasons: fromJson(row.holdReasons),
    sources: fromJson(row.sources),
  };
}

/** The condition under which a memory had `status` at a moment: `statusAt` of the timeline rules, as a query. */
function statusWhere(status: MemoryStatus, at: Date): Prisma.MemoryWhereInput {
  const open: Prisma.MemoryWhereInput = {
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

function filterWhere({ agentId, userId, statuses, at }: MemoryFilter): Prisma.MemoryWhereInput {
  return {
    agentId,
    ...(userId === undefined ? {} : { userId }),
    ...(at === null
      ? { status: { in: [...statuses] } }
      : { OR: statuses.map((status) => statusWhere(status, at)) }),
  };
}

export function memoryStore(tx: Tx, tenant: string) {
  const { memory } = clientOf(tx);
  return {
    /** The memory of a scope that already says a text and is believed or waits for review; the believed one first. */
    async sameText(
      scope: MemoryScope,
      textKey: string,
    ): Promise<{ id: string; status: MemoryStatus } | null> {
      const row = await memory.findFirst({
        where: { tenant, ...scope, textKey, status: { in: ['active', 'pending'] } },
        orderBy: [{ status: 'asc' }, { createdAt: 'asc' }],
        select: { id: true, status: true },
      });
      return row === null ? null : { id: row.id, status: row.status as MemoryStatus };
    },
    async add(record: MemoryRecord): Promise<void> {
      const { holdReasons, sources, ...values } = record;
      await memory.create({
        data: { tenant, ...values, holdReasons: toJson(holdReasons), sources: toJson(sources) },
        select: { id: true },
      });
    },
    async find(id: string): Promise<MemoryRecord | null> {
      const row = await memory.findUnique({ where: { tenant_id: { tenant, id } } });
      return row === null ? null : recordOf(row);
    },
    /** Newest first. */
    async list(filter: MemoryFilter): Promise<MemoryRecord[]> {
      const rows = await memory.findMany({
        where: { tenant, ...filterWhere(filter) },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: filter.limit,
      });
      return rows.map(recordOf);
    },
    /** Releases a pending memory; false where it was not pending, or another did so first. */
    async activate(id: string, activatedAt: Date): Promise<boolean> {
      const { count } = await memory.updateMany({
        where: { tenant, id, status: 'pending' },
        data: { status: 'active', activatedAt },
      });
      return count === 1;
    },
    /** Removes one row; false where another did so first. */
    async remove(id: string): Promise<boolean> {
      const { count } = await memory.deleteMany({ where: { tenant, id } });
      return count === 1;
    },
  };
}

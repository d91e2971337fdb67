/**
 * The memories' rows. What was believed never changes its content; a row is added, released (perhaps in another wording than it was
 * held in), closed or removed.
 */
import type { MemoryKind, MemoryStatus } from '../domain/memories/memory.ts';
import type { MemoryTimes } from '../domain/memories/timeline.ts';
import { fromJson, toJson } from '../platform/db/database.ts';
import { type Prisma, type TenantWhere, type Tx, tenantClient } from '../platform/db/tenant-client.ts';

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
  /** Shows what was stored before this memory. */
  before: Pick<MemoryRecord, 'id' | 'createdAt'> | null;
  limit: number;
}

type Row = Prisma.MemoryGetPayload<object>;

/** A row as the feature knows it. */
export function toMemoryRecord({ tenant: _, ...row }: Row): MemoryRecord {
  return {
    ...row,
    kind: row.kind as MemoryKind,
    status: row.status as MemoryStatus,
    holdReasons: fromJson(row.holdReasons),
    sources: fromJson(row.sources),
  };
}

/** The condition under which a memory had `status` at a moment: `statusAt` of the timeline rules, as a query. */
export function statusWhere(status: MemoryStatus, at: Date): TenantWhere<'memory'> {
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

function filterWhere({ agentId, userId, statuses, at, before }: MemoryFilter): TenantWhere<'memory'> {
  return {
    agentId,
    ...(userId === undefined ? {} : { userId }),
    ...(at === null
      ? { status: { in: [...statuses] } }
      : { OR: statuses.map((status) => statusWhere(status, at)) }),
    ...(before === null ? {} : { AND: olderThan(before) }),
  };
}

function olderThan({ id, createdAt }: Pick<MemoryRecord, 'id' | 'createdAt'>): TenantWhere<'memory'> {
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** Ids in one statement: the database client allows fewer than 1,000 parameters on SQLite. */
const STEP = 500;

/** `ids` without repetition, in groups for one statement each. */
function stepsOf(ids: readonly string[]): string[][] {
  const distinct = [...new Set(ids)].sort();
  const count = Math.ceil(distinct.length / STEP);
  return Array.from({ length: count }, (_, step) => distinct.slice(step * STEP, (step + 1) * STEP));
}

export function memoryStore(tx: Tx, tenant: string) {
  const { memory, episode, embedding } = tenantClient(tx, tenant);
  return {
    /** The memory of a scope that already says a text and is believed or waits for review; the believed one first. */
    async sameText(
      { agentId, userId }: MemoryScope,
      textKey: string,
    ): Promise<{ id: string; status: MemoryStatus } | null> {
      const row = await memory.findFirst({
        where: { agentId, userId, textKey, status: { in: ['active', 'pending'] } },
        orderBy: [{ status: 'asc' }, { createdAt: 'asc' }],
        select: { id: true, status: true },
      });
      return row === null ? null : { id: row.id, status: row.status as MemoryStatus };
    },
    async add(record: MemoryRecord): Promise<void> {
      const { holdReasons, sources, ...values } = record;
      await memory.create({
        data: { ...values, holdReasons: toJson(holdReasons), sources: toJson(sources) },
        select: { id: true },
      });
    },
    async find(id: string): Promise<MemoryRecord | null> {
      const row = await memory.findFirst({ where: { id } });
      return row === null ? null : toMemoryRecord(row);
    },
    /** Those of the given memories that there are, of any status. */
    async findAll(ids: readonly string[]): Promise<MemoryRecord[]> {
      const found: MemoryRecord[] = [];
      for (const some of stepsOf(ids)) {
        const rows = await memory.findMany({ where: { id: { in: some } } });
        found.push(...rows.map(toMemoryRecord));
      }
      return found;
    },
    /**
     * Whether all of the given episodes exist. They cannot be erased before the transaction ends: the update changes nothing but
     * takes their rows, so that an erasure waits, and then finds what rests on them.
     */
    async holdSources(ids: readonly string[]): Promise<boolean> {
      let held = 0;
      for (const some of stepsOf(ids)) {
        const where = { id: { in: some } };
        held += (await episode.updateMany({ where, data: { reflectAttempts: { increment: 0 } } })).count;
      }
      return held === new Set(ids).size;
    },
    /** Newest first. */
    async list(filter: MemoryFilter): Promise<MemoryRecord[]> {
      const rows = await memory.findMany({
        where: filterWhere(filter),
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: filter.limit,
      });
      return rows.map(toMemoryRecord);
    },
    /** Releases a pending memory in the given wording; false where it was not pending, or another did so first. */
    async activate(
      id: string,
      { content, textKey, sources, at }: Pick<MemoryRecord, 'content' | 'textKey' | 'sources'> & { at: Date },
    ): Promise<boolean> {
      const { count } = await memory.updateMany({
        where: { id, status: 'pending' },
        data: { status: 'active', activatedAt: at, content, textKey, sources: toJson(sources) },
      });
      return count === 1;
    },
    /** Closes a memory in favour of another one; false where it was not `status`, or another did so first. */
    async close(
      id: string,
      { supersededBy, at }: { supersededBy: string; at: Date },
      status: 'active' | 'pending' = 'active',
    ): Promise<boolean> {
      const { count } = await memory.updateMany({
        where: { id, status },
        data: { status: 'superseded', supersededBy, invalidAt: at, closedAt: at },
      });
      return count === 1;
    },
    /** Removes one row, with its vector; false where another did so first. */
    async remove(id: string): Promise<boolean> {
      await embedding.deleteMany({ where: { noun: 'memory', ownerId: id } });
      const { count } = await memory.deleteMany({ where: { id } });
      return count === 1;
    },
  };
}

/**
 * The memories' rows. What was believed never changes its content; a row is added, released (perhaps in another wording than it was
 * held in), closed or removed.
 */
import type { HoldCause, MemoryKind, MemoryStatus } from '../domain/memories/memory.ts';
import type { MemoryTimes } from '../domain/memories/timeline.ts';
import { fromJson, toJson } from '../platform/db/database.ts';
import { spellings } from '../platform/db/search-text.ts';
import { Prisma, type TenantWhere, type Tx, tenantClient } from '../platform/db/tenant-client.ts';

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

type Row = Prisma.MemoryGetPayload<object>;

interface SameTextRow extends SameText {
  agent_id: string;
  user_id: string | null;
  text_key: string;
}

/** A row as the feature knows it. */
function toMemoryRecord({ tenant: _, ...row }: Row): MemoryRecord {
  return {
    ...row,
    kind: row.kind as MemoryKind,
    status: row.status as MemoryStatus,
    holdReasons: fromJson(row.holdReasons),
    sources: fromJson(row.sources),
  };
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
const IN_REASONS: Record<HoldCause, string> = {
  finding: ':',
  resembles: '"resembles"',
  policy: '"auto_approve_off"',
};

function filterWhere(filter: MemoryFilter): TenantWhere<'memory'> {
  const { agentId, userId, kind, statuses, text, cause, at, ghosts = false } = filter;
  const then = !at || ghosts ? [] : [{ OR: statuses.map((status) => statusWhere(status, at)) }];
  return {
    ...(agentId ? { agentId } : {}),
    ...(typeof userId === 'string' ? { userId } : {}),
    ...(kind ? { kind } : {}),
    ...(cause ? { holdReasons: { contains: IN_REASONS[cause] } } : {}),
    ...(at ? {} : { status: { in: [...statuses] } }),
    AND: [
      ...then,
      ...(text ? [{ OR: spellings(text).map((word) => ({ content: { contains: word } })) }] : []),
    ],
  };
}

/** Ids in one statement: the database client allows fewer than 1,000 parameters on SQLite. */
const STEP = 500;

/** `ids` without repetition, in groups for one statement each. */
function stepsOf(ids: readonly string[]): string[][] {
  const distinct = [...new Set(ids)].sort();
  const count = Math.ceil(distinct.length / STEP);
  return Array.from({ length: count }, (_, step) => distinct.slice(step * STEP, (step + 1) * STEP));
}

/** A memory that already says a text. */
export interface SameText {
  id: string;
  status: MemoryStatus;
}

/** What a text is looked for by. */
type ScopedText = { scope: MemoryScope; textKey: string };

const scopedKey = ({ scope: { agentId, userId }, textKey }: ScopedText) =>
  JSON.stringify([agentId, userId, textKey]);

export function memoryStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { memory, episode, embedding } = client;
  /** For each of a few texts the memory of its scope that says it and is believed or waits for review; the believed one first. */
  // By `status` alone SQLite would sort with an index, and so read all memories of the tenant to find one text.
  const sameTexts = async (texts: readonly ScopedText[]): Promise<(SameText | null)[]> => {
    const rows = await client.$queryRaw<SameTextRow[]>`
      SELECT id, agent_id, user_id, text_key, status FROM memory
      WHERE tenant = ${tenant} AND agent_id IN (${Prisma.join(texts.map(({ scope }) => scope.agentId))})
        AND text_key IN (${Prisma.join(texts.map(({ textKey }) => textKey))})
        AND status IN ('active', 'pending')
      ORDER BY CASE status WHEN 'active' THEN 0 ELSE 1 END, created_at`;
    const found = new Map<string, SameText>();
    for (const { id, agent_id: agentId, user_id: userId, text_key: textKey, status } of rows) {
      const key = scopedKey({ scope: { agentId, userId }, textKey });
      if (!found.has(key)) found.set(key, { id, status });
    }
    return texts.map((text) => found.get(scopedKey(text)) ?? null);
  };
  return {
    sameTexts,
    async sameText(scope: MemoryScope, textKey: string): Promise<SameText | null> {
      return (await sameTexts([{ scope, textKey }]))[0] ?? null;
    },
    /** Adds a few, in one statement. */
    async add(...records: readonly MemoryRecord[]): Promise<void> {
      const rows = records.map(
        (row) => Prisma.sql`(${tenant}, ${row.id}, ${row.agentId}, ${row.userId}, ${row.kind}, ${row.content},
          ${row.textKey}, ${row.confidence}, ${row.status}, ${toJson(row.holdReasons)}, ${row.similarId},
          ${toJson(row.sources)}, ${row.createdBy}, ${row.validFrom}, ${row.invalidAt}, ${row.supersededBy},
          ${row.createdAt}, ${row.activatedAt}, ${row.closedAt})`,
      );
      await client.$executeRaw`
        INSERT INTO memory (tenant, id, agent_id, user_id, kind, content, text_key, confidence, status, hold_reasons,
          similar_id, sources, created_by, valid_from, invalid_at, superseded_by, created_at, activated_at, closed_at)
        VALUES ${Prisma.join(rows)}`;
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
  const { memory } = tenantClient(tx, tenant);
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
      const rows = await memory.groupBy({
        by: ['status'],
        where: agentId === null ? {} : { agentId },
        _count: true,
      });
      return Object.fromEntries(rows.map(({ status, _count }) => [status, _count]));
    },
  };
}

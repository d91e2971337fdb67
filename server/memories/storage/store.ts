/**
 * The memories' rows. What was believed never changes its content; a row is added, released (perhaps in another wording than it was
 * held in), closed or removed.
 */

import { createHash } from 'node:crypto';
import {
  type HoldCause,
  MEMORY_STATUSES,
  type MemoryKind,
  type MemoryStatus,
} from '../../domain/memories/memory.ts';
import type { MemoryTimes } from '../../domain/memories/timeline.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { spellings } from '../../platform/db/search-text.ts';
import {
  countEach,
  inPieces,
  Prisma,
  type TenantWhere,
  type Tx,
  tenantClient,
} from '../../platform/db/tenant-client.ts';
import { ServiceError } from '../../platform/errors.ts';

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
  /** Whether all that it rests on is kept as support; of a merge, of both. */
  evidenceKept: boolean;
}

/** Whose memories: those of one user, or (null) those that are about no user. */
export interface MemoryScope {
  agentId: string;
  userId: string | null;
}

type MemoryRow = Prisma.MemoryGetPayload<object>;

interface SameTextRow {
  agent_id: string;
  user_id: string | null;
  text_key: string;
  /** Its status and id. */
  same: string | null;
}

/** A row as the feature knows it. */
function toMemoryRecord({ tenant: _, ...row }: MemoryRow): MemoryRecord {
  return {
    ...row,
    kind: row.kind as MemoryKind,
    status: row.status as MemoryStatus,
    holdReasons: fromJson(row.holdReasons),
    sources: fromJson(row.sources),
  };
}

/** Most memories of one list. */
const STEP = 500;

/** A memory that already says a text. */
export interface SameText {
  id: string;
  status: MemoryStatus;
}

/** How a held memory is released. */
interface Release extends Pick<MemoryRecord, 'content' | 'textKey' | 'sources' | 'evidenceKept'> {
  at: Date;
}

type ScopedText = { scope: MemoryScope; textKey: string };

const scopedKey = ({ scope: { agentId, userId }, textKey }: ScopedText) =>
  JSON.stringify([agentId, userId, textKey]);

export function memoryStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { memory, episode, embedding } = client;
  /** For each of a few texts the memory of its scope that says it and is believed or waits for review; the believed one first. */
  // A subquery for each text, with equalities only: for lists of texts PostgreSQL reads all memories of the tenant until
  // it has statistics of the table. By `status` alone SQLite would sort with an index, and read as much.
  const sameTexts = async (texts: readonly ScopedText[]): Promise<(SameText | null)[]> => {
    const sought = texts.map(
      ({ scope: { agentId, userId }, textKey }) => Prisma.sql`(${agentId}, ${userId}, ${textKey})`,
    );
    const rows = await client.$queryRaw<SameTextRow[]>`
      SELECT column1 AS agent_id, column2 AS user_id, column3 AS text_key, (
        SELECT status || ':' || id FROM memory
        WHERE tenant = ${tenant} AND agent_id = column1 AND text_key = column3 AND user_id IS NOT DISTINCT FROM column2
          AND status IN ('active', 'pending')
        ORDER BY CASE status WHEN 'active' THEN 0 ELSE 1 END, created_at LIMIT 1
      ) AS same
      FROM (VALUES ${Prisma.join(sought)}) AS sought`;
    const found = new Map<string, SameText>();
    for (const { agent_id: agentId, user_id: userId, text_key: textKey, same } of rows) {
      const [, status, id = ''] = same?.match(/^(\w+):(.*)$/) ?? [];
      if (id !== '')
        found.set(scopedKey({ scope: { agentId, userId }, textKey }), { id, status: status as MemoryStatus });
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
          ${row.createdAt}, ${row.activatedAt}, ${row.closedAt}, ${row.evidenceKept})`,
      );
      await client.$executeRaw`
        INSERT INTO memory (tenant, id, agent_id, user_id, kind, content, text_key, confidence, status, hold_reasons,
          similar_id, sources, created_by, valid_from, invalid_at, superseded_by, created_at, activated_at, closed_at,
          evidence_kept)
        VALUES ${Prisma.join(rows)}`;
    },
    async find(id: string): Promise<MemoryRecord | null> {
      const row = await memory.findFirst({ where: { id } });
      return row === null ? null : toMemoryRecord(row);
    },
    /** Those of the given memories that there are, of any status. */
    async findAll(ids: readonly string[]): Promise<MemoryRecord[]> {
      const found: MemoryRecord[] = [];
      for (const chunk of inPieces(ids)) {
        const rows = await memory.findMany({ where: { id: { in: chunk } } });
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
      for (const chunk of inPieces([...ids].sort())) {
        const where = { id: { in: chunk } };
        held += (await episode.updateMany({ where, data: { reflectAttempts: { increment: 0 } } })).count;
      }
      return held === new Set(ids).size;
    },
    /** Releases a pending memory in the given wording; false where it was not pending, or another did so first. */
    async activate(id: string, { sources, at, ...record }: Release): Promise<boolean> {
      const { content, textKey, evidenceKept } = record;
      const data = { status: 'active', activatedAt: at, content, textKey, evidenceKept };
      const { count } = await memory.updateMany({
        where: { id, status: 'pending' },
        data: { ...data, sources: toJson(sources) },
      });
      return count === 1;
    },
    /** Closes a memory, in favour of another one if any; false where it was not `status`, or another did so first. */
    async close(
      id: string,
      { supersededBy, at }: { supersededBy: string | null; at: Date },
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

/** The newest memories of a scope that are held for this reason alone. */
export async function newestHeldFor(
  tx: Tx,
  tenant: string,
  { scope: { agentId, userId }, reason }: { scope: MemoryScope; reason: string },
): Promise<Pick<MemoryRecord, 'id' | 'content'>[]> {
  return await tenantClient(tx, tenant).memory.findMany({
    where: { agentId, userId, status: 'pending', holdReasons: toJson([reason]) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: STEP,
    select: { id: true, content: true },
  });
}

/** The ids of an agent's memories that are held for exactly these reasons, the oldest first; at most one step. */
export async function idsHeldFor(
  tx: Tx,
  tenant: string,
  { agentId, holdReasons }: { agentId: string; holdReasons: readonly string[] },
): Promise<string[]> {
  const found = await tenantClient(tx, tenant).memory.findMany({
    where: { agentId, status: 'pending', holdReasons: toJson(holdReasons) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: STEP,
    select: { id: true },
  });
  return found.map(({ id }) => id);
}

/** Whose the runs among the given episodes are, as far as there are any. */
export async function runsOf(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<{ id: string; sessionId: string | null; userId: string | null }[]> {
  const { episode } = tenantClient(tx, tenant);
  const select = { id: true, sessionId: true, userId: true };
  const found = await Promise.all(
    inPieces(ids).map((chunk) => episode.findMany({ where: { id: { in: chunk } }, select })),
  );
  return found.flat();
}

/** Makes a closed memory active again; false where it never was, or is not closed. */
export async function reopenMemory(tx: Tx, tenant: string, id: string): Promise<boolean> {
  const { count } = await tenantClient(tx, tenant).memory.updateMany({
    where: { id, status: 'superseded', activatedAt: { not: null } },
    data: { status: 'active', supersededBy: null, invalidAt: null, closedAt: null },
  });
  return count === 1;
}

// Memories as they are listed: filtered, also as of an earlier moment, with what replaced what.

/**
 * Which memories; absent or null means any. `at` is the moment of the view, null for the present.
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
  const { agentId, userId, kind, statuses, text, cause, at } = filter;
  const then = !at ? [] : [{ OR: statuses.map((status) => statusWhere(status, at)) }];
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
    async countByStatus(agentId: string | null): Promise<Record<string, number>> {
      const ofAgent = agentId === null ? Prisma.empty : Prisma.sql`AND agent_id = ${agentId}`;
      const rowsOf = (status: string) =>
        Prisma.sql`SELECT 1 FROM memory WHERE tenant = ${tenant} AND status = ${status} ${ofAgent}`;
      return await countEach(client, MEMORY_STATUSES, rowsOf);
    },
  };
}

// A decision on a held memory counts only for what was shown: its digest comes back with the decision, which
// is refused where the memory, or the one it resembles, is another by then.

interface ShownMemory {
  content: string;
  holdReasons: readonly string[];
  similarId: string | null;
}

/** What a memory resembles, as it was shown beside it; null where it is gone. */
type SimilarMemory = { content: string; status: MemoryStatus } | null;

const DIGEST_LENGTH = 22;
const SEPARATOR = '.';

const digest = (value: unknown): string =>
  createHash('sha256').update(toJson(value)).digest('base64url').slice(0, DIGEST_LENGTH);

function parts({ content, holdReasons }: ShownMemory, beside: SimilarMemory): [string, string] {
  return [digest([content, holdReasons]), digest(beside === null ? null : [beside.content, beside.status])];
}

/** Stands for a held memory and what it resembles. */
export function memoryDigest(memory: ShownMemory, beside: SimilarMemory): string {
  return parts(memory, beside).join(SEPARATOR);
}

/**
 * Throws 409 where the memory is not what was shown; an approval rests on what it resembles too. Nothing shown, nothing
 * compared.
 */
export async function requireShown(
  tx: Tx,
  tenant: string,
  { shown, approve, memory }: { shown: string | null; approve: boolean; memory: ShownMemory },
): Promise<void> {
  if (shown === null) return;
  const beside = memory.similarId === null ? null : await memoryStore(tx, tenant).find(memory.similarId);
  const [own, other] = parts(memory, beside);
  const [shownOwn, shownOther] = shown.split(SEPARATOR);
  if (own !== shownOwn) throw changed('its wording or the reasons to hold it');
  if (approve && other !== shownOther) throw changed('the memory that it resembles');
}

function changed(what: string): ServiceError {
  return new ServiceError('conflict', `things changed since this was shown: ${what}`);
}

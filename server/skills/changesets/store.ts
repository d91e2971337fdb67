/**
 * The rows of changesets. A status is only changed under the condition that it is still one that may be left.
 */

import type { Risk } from '../../domain/skills/changesets/approval-policy.ts';
import type { ChangesetSource } from '../../domain/skills/changesets/changeset.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { type ChangesetStatus, OPEN_STATUSES } from '../../domain/skills/changesets/status.ts';
import type { Support, SupportingRun } from '../../domain/skills/changesets/support.ts';
import type { Source } from '../../domain/trust/side.ts';
import { fromJson, fromJsonOrNull, toJson } from '../../platform/db/database.ts';
import { contains } from '../../platform/db/search-text.ts';
import {
  inPieces,
  Prisma,
  type TenantWhere,
  type Tx,
  tenantClient,
} from '../../platform/db/tenant-client.ts';
import type { ChangesetRecord, Decision, Versions } from './records.ts';

/** Which changesets a list shows; null means all. */
interface ChangesetFilter {
  agentId: string | null;
  status: ChangesetStatus | null;
  /** Shows what it taught. */
  source: Source | null;
  /** Shows what was proposed before this changeset. */
  before: Pick<ChangesetRecord, 'id' | 'createdAt'> | null;
  limit: number;
}

interface ChangesetPlace extends Pick<ChangesetRecord, 'id' | 'createdAt'> {
  /** About how many bytes it has. */
  size: number;
}

/** Which proposals are looked back at. */
export interface ProposalFilter {
  agentId: string;
  statuses: readonly ChangesetStatus[];
  source?: ChangesetSource;
  /** Only those that affect this skill. */
  skillId?: string;
  limit: number;
}

/** Changesets of one skill that are looked at: more than are ever looked back at. */
const TARGETS_READ = 2000;

export function changesetStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { changeset, changesetTarget } = client;
  /** The newest changesets that affect a skill; ids are in order of time. */
  const affecting = async (skillId: string): Promise<string[]> => {
    const rows = await changesetTarget.findMany({
      where: { skillId },
      orderBy: { changesetId: 'desc' },
      take: TARGETS_READ,
      select: { changesetId: true },
    });
    return rows.map(({ changesetId }) => changesetId);
  };
  return {
    async add(record: ChangesetRecord): Promise<void> {
      await changeset.create({ data: { ...toColumns(record), decidedAt: null } });
    },
    /** Notes which skills a changeset affects. */
    async addTargets(changesetId: string, skillIds: string[]): Promise<void> {
      if (skillIds.length === 0) return;
      const data = skillIds.map((skillId) => ({ changesetId, skillId }));
      await changesetTarget.createMany({ data });
    },
    async find(id: string): Promise<ChangesetRecord | null> {
      const row = await changeset.findFirst({ where: { id } });
      return row === null ? null : toRecord(row);
    },
    /**
     * The agent whose skills a changeset is about: it never changes. Null where there is no such changeset.
     */
    async findAgent(id: string): Promise<string | null> {
      const row = await changeset.findFirst({ where: { id }, select: { agentId: true } });
      return row?.agentId ?? null;
    },
    /** Writes a decision on a changeset whose status is one of `from`; returns whether it was. */
    async decide(id: string, from: ChangesetStatus[], decision: Decision, at: Date): Promise<boolean> {
      const { count } = await changeset.updateMany({
        where: { id, status: { in: from } },
        data: { ...decision, appliedVersions: textOrNull(decision.appliedVersions), decidedAt: at },
      });
      return count === 1;
    },
    /** Ids of the queued changesets that affect a skill, in the order of their approval. */
    async queuedOn(skillId: string): Promise<string[]> {
      const rows = await client.$queryRaw<{ id: string }[]>`
        SELECT c.id FROM changeset_target t JOIN changeset c ON c.tenant = t.tenant AND c.id = t.changeset_id
        WHERE t.tenant = ${tenant} AND t.skill_id = ${skillId} AND c.status = 'approved'
        ORDER BY c.decided_at, c.id`;
      return rows.map(({ id }) => id);
    },
    /**
     * Where at most `limit` changesets are, newest first, with their sizes, which neither database has to
     * read them for.
     */
    async places({ agentId, status, source, before, limit }: ChangesetFilter): Promise<ChangesetPlace[]> {
      const conditions = [Prisma.sql`tenant = ${tenant}`];
      if (agentId !== null) conditions.push(Prisma.sql`agent_id = ${agentId}`);
      if (status !== null) conditions.push(Prisma.sql`status = ${status}`);
      if (source !== null) conditions.push(hasSource(Prisma.sql`sources`, source));
      if (before !== null)
        conditions.push(Prisma.sql`(created_at, id) < (${before.createdAt}, ${before.id})`);
      const rows = await client.$queryRaw<{ id: string; created_at: Date; size: unknown }[]>`
        SELECT id, created_at, octet_length(ops) + COALESCE(octet_length(original_ops), 0) + octet_length(rationale)
          + octet_length(safety_findings) + octet_length(episode_ids) + octet_length(base_versions) AS size
        FROM changeset WHERE ${Prisma.join(conditions, ' AND ')}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
      return rows.map(({ id, created_at: at, size }) => ({
        id,
        createdAt: new Date(at),
        size: Number(size),
      }));
    },
    /** The changesets with these ids, in no particular order. */
    async findAll(ids: string[]): Promise<ChangesetRecord[]> {
      return (await changeset.findMany({ where: { id: { in: ids } } })).map(toRecord);
    },
    /** At most `limit` changesets, those that were decided (or else proposed) last first. */
    async lookBack({
      agentId,
      statuses,
      source,
      skillId,
      limit,
    }: ProposalFilter): Promise<ChangesetRecord[]> {
      const status = { in: [...statuses] };
      const where = { agentId, status, ...(source === undefined ? {} : { source }) };
      const last = (ids: TenantWhere<'changeset'>) =>
        changeset.findMany({ where: { ...where, ...ids }, orderBy: LAST_FIRST, take: limit });
      if (skillId === undefined) return (await last({})).map(toRecord);
      let rows: Awaited<ReturnType<typeof last>> = [];
      for (const chunk of inPieces(await affecting(skillId))) {
        rows = [...rows, ...(await last({ id: { in: chunk } }))].sort(lastFirst).slice(0, limit);
      }
      return rows.map(toRecord);
    },
  };
}

/** The condition that a column of sources names one, in any case. Its texts are JSON as {@link toJson} writes it. */
export function hasSource(column: Prisma.Sql, { kind, name }: Source): Prisma.Sql {
  return contains(column, `{${toJson({ kind, name }).slice(1, -1)},`);
}

/** Who decided some changesets, when, and what was said, by id. */
export async function changesetFacts(tx: Tx, tenant: string, ids: readonly string[]) {
  const select = { id: true, reviewer: true, reviewComment: true, rationale: true, decidedAt: true };
  const where = { id: { in: [...ids] } };
  const rows = await tenantClient(tx, tenant).changeset.findMany({ where, select });
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a change's support is counted from, of the runs that still exist. */
export async function supportingRuns(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<SupportingRun[]> {
  const select = { id: true, sessionId: true, userId: true, rewardSource: true };
  const rows: SupportingRun[] = [];
  for (const chunk of inPieces(ids)) {
    rows.push(...(await tenantClient(tx, tenant).episode.findMany({ where: { id: { in: chunk } }, select })));
  }
  return rows;
}

const LAST_FIRST: Prisma.ChangesetOrderByWithRelationInput[] = [
  { decidedAt: { sort: 'desc', nulls: 'last' } },
  { createdAt: 'desc' },
  { id: 'desc' },
];

type DatedChangeset = Pick<Row, 'id' | 'createdAt' | 'decidedAt'>;

/** As {@link LAST_FIRST}, for rows of several statements. */
function lastFirst(one: DatedChangeset, other: DatedChangeset): number {
  const decided = (other.decidedAt?.getTime() ?? 0) - (one.decidedAt?.getTime() ?? 0);
  const proposed = other.createdAt.getTime() - one.createdAt.getTime();
  return decided || proposed || (one.id < other.id ? 1 : -1);
}

function listOrNull(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : toJson(list);
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : toJson(value);
}

function toColumns(record: ChangesetRecord) {
  return {
    ...record,
    ops: toJson(record.ops),
    originalOps: textOrNull(record.originalOps),
    safetyFindings: toJson(record.safetyFindings),
    episodeIds: toJson(record.episodeIds),
    baseVersions: toJson(record.baseVersions),
    appliedVersions: textOrNull(record.appliedVersions),
    support: textOrNull(record.support),
    sources: listOrNull(record.sources),
    because: listOrNull(record.because),
  };
}

type Row = Omit<ReturnType<typeof toColumns>, 'status' | 'source' | 'risk'> &
  Record<'status' | 'source' | 'risk' | 'tenant', string> & { decidedAt: Date | null };

function toRecord({ tenant: _, decidedAt: __, ...row }: Row): ChangesetRecord {
  return {
    ...row,
    status: row.status as ChangesetStatus,
    source: row.source as ChangesetSource,
    risk: row.risk as Risk,
    ops: fromJson(row.ops),
    originalOps: fromJsonOrNull(row.originalOps),
    safetyFindings: fromJson(row.safetyFindings),
    episodeIds: fromJson(row.episodeIds),
    baseVersions: fromJson(row.baseVersions),
    appliedVersions: fromJsonOrNull(row.appliedVersions),
    support: toSupport(fromJsonOrNull<Support>(row.support)),
    sources: fromJsonOrNull(row.sources) ?? [],
    because: fromJsonOrNull(row.because) ?? [],
  };
}

/** Where that was not kept yet, policy counted all sessions. */
function toSupport(support: Support | null): Support | null {
  return support && { ...support, independentSessions: support.independentSessions ?? support.sessions };
}

/** What an amendment replaces; `baseVersions` are the skills that the changeset affects from then on. */
interface Amendment {
  ops: Operation[];
  originalOps: Operation[];
  risk: Risk;
  safetyFindings: string[];
  baseVersions: Versions;
  amendedBy: string;
  support: Support | null;
}

export function amendStore(tx: Tx, tenant: string) {
  const { changeset, changesetTarget } = tenantClient(tx, tenant);
  return {
    /** Notes what an open changeset rests on; answers whether it was still open. */
    async setSupport(
      id: string,
      episodeIds: string[],
      { support, sources, because }: Pick<ChangesetRecord, 'support' | 'sources' | 'because'>,
    ): Promise<boolean> {
      const { count } = await changeset.updateMany({
        where: { id, status: { in: [...OPEN_STATUSES] } },
        data: {
          ...{ episodeIds: toJson(episodeIds), support: textOrNull(support) },
          ...{ sources: listOrNull(sources), because: listOrNull(because) },
        },
      });
      return count === 1;
    },
    async setBecause(id: string, because: readonly string[]): Promise<void> {
      await changeset.updateMany({
        where: { id, status: 'pending' },
        data: { because: listOrNull(because) },
      });
    },
    /** Writes an amendment to a changeset that is still pending; returns whether it was. */
    async amend(
      id: string,
      { ops, originalOps, baseVersions, safetyFindings, support, ...amendment }: Amendment,
    ) {
      const { count } = await changeset.updateMany({
        where: { id, status: 'pending' },
        data: {
          ...amendment,
          support: textOrNull(support),
          ops: toJson(ops),
          originalOps: toJson(originalOps),
          safetyFindings: toJson(safetyFindings),
          baseVersions: toJson(baseVersions),
        },
      });
      if (count === 0) return false;
      await changesetTarget.deleteMany({ where: { changesetId: id } });
      const data = Object.keys(baseVersions).map((skillId) => ({ changesetId: id, skillId }));
      if (data.length > 0) await changesetTarget.createMany({ data });
      return true;
    },
  };
}

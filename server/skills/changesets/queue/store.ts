/**
 * The queries of the review queue: pages in the order that a reviewer wants, and counts. A page is cut by
 * what its last row was sorted by, so that decisions made meanwhile neither repeat nor skip a row.
 */

import type { Risk } from '../../../domain/skills/changesets/approval-policy.ts';
import type { ChangesetSource } from '../../../domain/skills/changesets/changeset.ts';
import { CHANGESET_STATUSES, type ChangesetStatus } from '../../../domain/skills/changesets/status.ts';
import type { SourceCount } from '../../../domain/trust/because.ts';
import type { Source } from '../../../domain/trust/side.ts';
import { fromJson, fromJsonOrNull, toJson } from '../../../platform/db/database.ts';
import { contains } from '../../../platform/db/search-text.ts';
import {
  countEach,
  inPieces,
  Prisma,
  sortKey,
  type Tx,
  tenantClient,
} from '../../../platform/db/tenant-client.ts';
import type { ChangesetRecord } from '../records.ts';
import { hasSource } from '../store.ts';

/**
 * `urgency`: what needs a look first, what will fail last, each oldest first. `decided`: last decision first.
 */
export const QUEUE_ORDERS = ['urgency', 'age', 'newest', 'risk', 'eval', 'skill', 'decided'] as const;
export type QueueOrder = (typeof QUEUE_ORDERS)[number];

export const FINDING_KINDS = ['secret', 'injection', 'size', 'model', 'lint'] as const;
type FindingKind = (typeof FINDING_KINDS)[number];

/** Which changesets; null means any. */
export interface QueueFilter {
  agentId: string | null;
  source: ChangesetSource | null;
  /** The untrusted source that it was learned from. */
  learnedFrom: Source | null;
  risk: Risk | null;
  finding: FindingKind | null;
  skillId: string | null;
  text: string | null;
}

/** What the last row of a page was sorted by. */
export interface QueuePlace {
  key: string | number;
  id: string;
}

interface QueuePage {
  statuses: readonly ChangesetStatus[];
  filter: QueueFilter;
  order: QueueOrder;
  after: QueuePlace | null;
  limit: number;
}

export type QueueRecord = Omit<
  ChangesetRecord,
  | 'originalOps'
  | 'rationale'
  | 'reviewComment'
  | 'rejectionReason'
  | 'proposedBy'
  | 'skipCanary'
  | 'support'
  | 'amendedBy'
> & { decidedAt: Date | null };

/** Pending changesets with the same sources, which wait for the same. */
export interface WaitingAlike {
  agentId: string;
  sources: SourceCount[];
  because: string[];
  waiting: number;
}

const MOST_ALIKE = 5000;

/** Most decisions of a day that its median is taken from. */
const DECISIONS_READ = 500;

const BLOCKED = Prisma.sql`(c.safety_findings LIKE '%"secret:%' OR c.safety_findings LIKE '%"injection:%'
  OR c.safety_findings LIKE '%"size:%' OR c.safety_findings LIKE '%"model:%')`;

/**
 * What each changeset affects: when one of its skills last got a version, and the first one's name. Computed
 * once for a page and in this order (which is what CROSS JOIN means to SQLite): asked again for every
 * changeset it would take minutes.
 */
const affectedSkills = (tenant: string) => Prisma.sql`
  SELECT t.changeset_id, MAX(v.created_at) AS moved_at, MIN(s.name) AS first_skill
  FROM changeset_target t CROSS JOIN skill s CROSS JOIN skill_version v
  WHERE t.tenant = ${tenant} AND s.tenant = ${tenant} AND s.id = t.skill_id
    AND v.tenant = ${tenant} AND v.skill_id = s.id AND v.version = s.version
  GROUP BY t.changeset_id`;

/** The orders that need to know what a changeset affects. */
const BY_SKILL: readonly QueueOrder[] = ['urgency', 'skill'];

/** Whether a skill got a version after the changeset was proposed: near enough for an order. */
const MOVED = Prisma.sql`m.moved_at > c.created_at`;

/** A gain is at most 1, so those without scores come after all others. */
const KEYS: Record<QueueOrder, Prisma.Sql> = {
  urgency: Prisma.sql`CASE WHEN ${MOVED} THEN 2 WHEN c.risk = 'high' OR ${BLOCKED} THEN 0 ELSE 1 END`,
  age: Prisma.sql`0`,
  newest: Prisma.sql`0`,
  risk: Prisma.sql`CASE c.risk WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END`,
  eval: Prisma.sql`COALESCE(c.baseline_score - c.eval_score, 2)`,
  skill: Prisma.sql`COALESCE(m.first_skill, '~')`,
  decided: Prisma.sql`c.decided_at`,
};

const DESCENDING: readonly QueueOrder[] = ['newest', 'decided'];

function textWhere(tenant: string, text: string): Prisma.Sql {
  // Operations are kept as JSON, where quotes and line ends are written in two characters.
  const inJson = toJson(text).slice(1, -1);
  return Prisma.sql`(c.id = ${text} OR ${contains(Prisma.sql`c.rationale`, text)}
    OR ${contains(Prisma.sql`c.ops`, inJson)} OR c.id IN (
      SELECT t.changeset_id FROM skill s CROSS JOIN changeset_target t
      WHERE s.tenant = ${tenant} AND ${contains(Prisma.sql`s.name`, text)}
        AND t.tenant = ${tenant} AND t.skill_id = s.id))`;
}

function filterWhere(tenant: string, filter: QueueFilter): Prisma.Sql {
  const { agentId, source, learnedFrom, risk, finding, skillId, text } = filter;
  const conditions = [Prisma.sql`c.tenant = ${tenant}`];
  if (agentId !== null) conditions.push(Prisma.sql`c.agent_id = ${agentId}`);
  if (source !== null) conditions.push(Prisma.sql`c.source = ${source}`);
  if (learnedFrom !== null) conditions.push(hasSource(Prisma.sql`c.sources`, learnedFrom));
  if (risk !== null) conditions.push(Prisma.sql`c.risk = ${risk}`);
  if (finding !== null) conditions.push(Prisma.sql`c.safety_findings LIKE ${`%"${finding}:%`}`);
  if (skillId !== null) {
    conditions.push(Prisma.sql`c.id IN (SELECT t.changeset_id FROM changeset_target t
      WHERE t.tenant = ${tenant} AND t.skill_id = ${skillId})`);
  }
  if (text !== null) conditions.push(textWhere(tenant, text));
  return Prisma.join(conditions, ' AND ');
}

function afterPlace(order: QueueOrder, { key, id }: QueuePlace): Prisma.Sql {
  const value = order === 'decided' ? new Date(key) : sortKey(key);
  return DESCENDING.includes(order)
    ? Prisma.sql`(q.sort_key < ${value} OR (q.sort_key = ${value} AND q.id < ${id}))`
    : Prisma.sql`(q.sort_key > ${value} OR (q.sort_key = ${value} AND q.id > ${id}))`;
}

const SHOWN = {
  id: true,
  agentId: true,
  status: true,
  ops: true,
  source: true,
  humanAuthored: true,
  risk: true,
  evalScore: true,
  baselineScore: true,
  safetyFindings: true,
  sources: true,
  because: true,
  episodeIds: true,
  baseVersions: true,
  appliedVersions: true,
  reviewer: true,
  createdAt: true,
  decidedAt: true,
} satisfies Prisma.ChangesetSelect;

export function queueStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async page({ statuses, filter, order, after, limit }: QueuePage): Promise<QueuePlace[]> {
      const direction = DESCENDING.includes(order) ? Prisma.sql`DESC` : Prisma.sql`ASC`;
      const affected = BY_SKILL.includes(order)
        ? Prisma.sql`LEFT JOIN (${affectedSkills(tenant)}) m ON m.changeset_id = c.id`
        : Prisma.empty;
      const rows = await client.$queryRaw<{ id: string; sort_key: unknown }[]>`
        SELECT q.id, q.sort_key FROM (
          SELECT c.id, ${KEYS[order]} AS sort_key FROM changeset c ${affected}
          WHERE ${filterWhere(tenant, filter)} AND c.status IN (${Prisma.join([...statuses])})) q
        ${after === null ? Prisma.empty : Prisma.sql`WHERE ${afterPlace(order, after)}`}
        ORDER BY q.sort_key ${direction}, q.id ${direction} LIMIT ${limit}`;
      return rows.map(({ id, sort_key: key }) => ({ id, key: placeKey(order, key) }));
    },
    /** How many changesets there are of each status, counted up to `COUNT_LIMIT`. */
    async countByStatus(
      filter: QueueFilter,
      statuses: readonly ChangesetStatus[] = CHANGESET_STATUSES,
    ): Promise<Record<string, number>> {
      const rowsOf = (status: string) =>
        Prisma.sql`SELECT 1 FROM changeset c WHERE ${filterWhere(tenant, filter)} AND c.status = ${status}`;
      return await countEach(client, statuses, rowsOf);
    },
    /** The changesets with these ids, in no particular order. */
    async records(ids: string[]): Promise<QueueRecord[]> {
      const rows = await client.changeset.findMany({ where: { id: { in: ids } }, select: SHOWN });
      return rows.map(toQueueRecord);
    },
    /** The skills with these ids, and those of the agents that have one of these names. */
    async skills(ids: string[], { agentIds, names }: { agentIds: string[]; names: string[] }) {
      const select = { id: true, agentId: true, name: true, version: true };
      const byId = inPieces(ids).map((chunk) =>
        client.skill.findMany({ where: { id: { in: chunk } }, select }),
      );
      const byName = inPieces(names).map((chunk) =>
        client.skill.findMany({ where: { agentId: { in: agentIds }, name: { in: chunk } }, select }),
      );
      const found = (await Promise.all([...byId, ...byName])).flat();
      return [...new Map(found.map((skill) => [skill.id, skill])).values()];
    },
    /** The outcomes of those of the episodes that still exist, by id. */
    async outcomes(ids: string[]): Promise<Map<string, string>> {
      const known = new Map<string, string>();
      for (const chunk of inPieces(ids)) {
        const rows = await client.episode.findMany({
          where: { id: { in: chunk } },
          select: { id: true, outcome: true },
        });
        for (const { id, outcome } of rows) known.set(id, outcome);
      }
      return known;
    },
    /** The pending changesets that wait for a source, those alike counted together. */
    async waitingAlike(agentId: string | null): Promise<WaitingAlike[]> {
      const agent = agentId === null ? Prisma.empty : Prisma.sql`AND agent_id = ${agentId}`;
      const rows = await client.$queryRaw<
        { agentId: string; sources: string; because: string; waiting: unknown }[]
      >`
        SELECT agent_id AS "agentId", sources, because, COUNT(*) AS waiting FROM changeset
        WHERE tenant = ${tenant} AND status = 'pending' AND because IS NOT NULL AND sources IS NOT NULL ${agent}
        GROUP BY agent_id, sources, because ORDER BY waiting DESC LIMIT ${MOST_ALIKE}`;
      return rows.map((row) => ({
        agentId: row.agentId,
        sources: fromJson<SourceCount[]>(row.sources),
        because: fromJson<string[]>(row.because),
        waiting: Number(row.waiting),
      }));
    },
    /** When the pending changeset that has waited longest was proposed. */
    async oldestPending(): Promise<Date | null> {
      const row = await client.changeset.findFirst({
        where: { status: 'pending' },
        orderBy: { createdAt: 'asc' },
        select: { createdAt: true },
      });
      return row?.createdAt ?? null;
    },
    /** When `reviewer` decided since a moment, latest first. */
    async decisions(reviewer: string, since: Date): Promise<Date[]> {
      const rows = await client.changeset.findMany({
        where: { reviewer, decidedAt: { gte: since } },
        orderBy: { decidedAt: 'desc' },
        take: DECISIONS_READ,
        select: { decidedAt: true },
      });
      return rows.flatMap(({ decidedAt }) => decidedAt ?? []);
    },
  };
}

function toQueueRecord(row: Prisma.ChangesetGetPayload<{ select: typeof SHOWN }>): QueueRecord {
  return {
    ...row,
    status: row.status as ChangesetStatus,
    source: row.source as ChangesetSource,
    risk: row.risk as Risk,
    ops: fromJson(row.ops),
    safetyFindings: fromJson(row.safetyFindings),
    sources: fromJsonOrNull(row.sources) ?? [],
    because: fromJsonOrNull(row.because) ?? [],
    episodeIds: fromJson(row.episodeIds),
    baseVersions: fromJson(row.baseVersions),
    appliedVersions: fromJsonOrNull(row.appliedVersions),
  };
}

/** Drivers differ in how they give numbers, and in whether a moment is a date, a text or milliseconds. */
function placeKey(order: QueueOrder, key: unknown): string | number {
  if (order === 'decided') return new Date(key as Date | string | number).toISOString();
  return typeof key === 'string' ? key : Number(key);
}

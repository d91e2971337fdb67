/** What is read of canaries for people: lists, the course of the evidence, and the runs behind it. */

import {
  addMeasures,
  type MeasuredRun,
  type MeasureSums,
  measureRun,
  NO_MEASURES,
} from '../../domain/skills/canary/measures.ts';
import type { Risk } from '../../domain/skills/changesets/approval-policy.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { weekOf } from '../../domain/time.ts';
import { fromJson } from '../../platform/db/database.ts';
import {
  Prisma,
  type TenantClient,
  type TenantWhere,
  type Tx,
  tenantClient,
} from '../../platform/db/tenant-client.ts';
import { type EvidenceColumns, type ExperimentRecord, evidenceOf, experimentOf } from './rows.ts';

export interface NamedExperiment extends ExperimentRecord {
  skillName: string;
}

/** Which canaries a list shows; null means all. */
export interface ExperimentFilter {
  agentIds: string[] | null;
  state: 'running' | 'ended' | null;
  /** Shows what started before this canary. */
  before: { at: Date; id: string } | null;
  limit: number;
}

/** A run that is evidence. All but its id and arm are null once it was purged. */
export interface EvidenceEpisode {
  episodeId: string;
  arm: string | null;
  reward: number | null;
  strength: number | null;
  /** Which signal decided the reward. */
  source: string | null;
  task: string | null;
  createdAt: Date | null;
}

/** A changeset of a canary's skill that is not the one on trial. */
export interface OtherChangeset {
  id: string;
  status: string;
  risk: Risk;
  source: string;
  reviewer: string | null;
  ops: Operation[];
  safetyFindings: string[];
  baseVersions: Record<string, number>;
}

/** Other changesets that are shown. */
const MOST_OTHERS = 100;

type JsonColumn = 'ops' | 'safetyFindings' | 'baseVersions';
type OtherRow = Omit<OtherChangeset, JsonColumn> & Record<JsonColumn, string>;

/** Runs of a skill from which its traffic is taken; of one with more, the weeks say how many there were. */
const TRAFFIC_RUNS = 500;
/** Runs before a canary from which is taken how its runs will be measured, and how long the text of their calls may be. */
const USUAL_RUNS = 100;
const LONGEST_CALLS = 20_000;
/** What rated runs say of a skill, and the time of the first of them; null without any. */
interface RecentEvidence {
  evidence: number;
  reward: number;
  /** Sessions, and runs without one. */
  sessions: number;
  first: Date | null;
}

/** Points of the course that a chart gets. */
const MOST_POINTS = 1000;

export function canaryReadStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const named = (records: ExperimentRecord[]) => withNames(client, records);
  return {
    ...evidenceRows(client, tenant),
    ...changesetRows(client, tenant),
    ...trafficRows(client),
    /** At most `limit` canaries, the latest first. */
    async list({ agentIds, state, before, limit }: ExperimentFilter): Promise<NamedExperiment[]> {
      const rows = await client.experiment.findMany({
        where: {
          ...(agentIds === null ? {} : { agentId: { in: agentIds } }),
          ...(state === null ? {} : { status: state === 'running' ? 'running' : { not: 'running' } }),
          ...(before === null ? {} : olderThan(before)),
        },
        orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return await named(rows.map(experimentOf));
    },
    async count(agentIds: string[]): Promise<number> {
      return await client.experiment.count({ where: { agentId: { in: agentIds } } });
    },
    async find(id: string): Promise<NamedExperiment | null> {
      const row = await client.experiment.findFirst({ where: { id } });
      const [found] = row === null ? [] : await named([experimentOf(row)]);
      return found ?? null;
    },
    /** The latest points of a canary's course, oldest first. */
    async points(experimentId: string) {
      const rows = await client.experimentPoint.findMany({
        where: { experimentId },
        orderBy: { at: 'desc' },
        take: MOST_POINTS,
      });
      return rows.reverse().map((row) => ({ at: row.at, evidence: evidenceOf(row as EvidenceColumns) }));
    },
    /** What was measured of the latest runs with a skill's text in force that were recorded before then. */
    async usualMeasures(skillId: string, before: Date): Promise<MeasureSums> {
      const credits = await lastCredits(client, skillId, USUAL_RUNS);
      const ids = credits.flatMap(({ episodeId, arm }) => (arm === 'candidate' ? [] : [episodeId]));
      if (ids.length === 0) return NO_MEASURES;
      const rows = await client.$queryRaw<{ durationMs: unknown; toolCalls: string; metadata: string }[]>`
        SELECT duration_ms AS "durationMs", tool_calls AS "toolCalls", metadata FROM episode
        WHERE tenant = ${tenant} AND id IN (${Prisma.join(ids)}) AND created_at < ${before}
          AND LENGTH(tool_calls) + LENGTH(metadata) <= ${LONGEST_CALLS}`;
      return rows.reduce((sums, { durationMs, toolCalls, metadata }) => {
        const run = {
          toolCalls: fromJson<MeasuredRun['toolCalls']>(toolCalls),
          metadata: fromJson<MeasuredRun['metadata']>(metadata),
        };
        return addMeasures(
          sums,
          measureRun({ ...run, durationMs: durationMs === null ? null : Number(durationMs) }),
        );
      }, NO_MEASURES);
    },
    /** How many units either arm was given. */
    async assigned(experimentId: string): Promise<Record<string, number>> {
      const rows = await client.experimentAssignment.groupBy({
        by: ['arm'],
        where: { experimentId },
        _count: { _all: true },
      });
      return Object.fromEntries(rows.map(({ arm, _count }) => [arm, _count._all]));
    },
  };
}

/**
 * The latest runs that were credited to a skill. What is known of them is asked for by their ids: with a join PostgreSQL would
 * read whole partitions of episodes.
 */
async function lastCredits(client: TenantClient, skillId: string, take: number) {
  return await client.episodeCredit.findMany({
    where: { skillId },
    orderBy: { episodeId: 'desc' },
    take,
    select: { episodeId: true, arm: true },
  });
}

/** How much a skill is used at present. */
function trafficRows(client: TenantClient) {
  return {
    /** The rated runs with a skill since then: their evidence, and when the first was recorded. */
    async recentEvidence(skillId: string, since: Date): Promise<RecentEvidence> {
      const credits = await lastCredits(client, skillId, TRAFFIC_RUNS);
      const rows = await client.episode.findMany({
        where: { id: { in: credits.map(({ episodeId }) => episodeId) } },
        select: { id: true, createdAt: true, sessionId: true, rewardStrength: true, reward: true },
      });
      const runs = rows.map(({ id, createdAt: at, sessionId, rewardStrength: strength, reward }) => {
        return { at, session: sessionId ?? id, strength, reward };
      });
      const rated = runs.flatMap(({ at, session, strength, reward }) =>
        at >= since && strength !== null && reward !== null ? [{ at, session, strength, reward }] : [],
      );
      const sessions = new Set(rated.map(({ session }) => session)).size;
      if (rows.length < TRAFFIC_RUNS || runs.some(({ at }) => at < since)) {
        return {
          evidence: rated.reduce((sum, { strength }) => sum + strength, 0),
          reward: rated.reduce((sum, { strength, reward }) => sum + strength * reward, 0),
          sessions,
          first: rated.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
        };
      }
      const { _sum, _min } = await client.creditWeek.aggregate({
        where: { skillId, week: { gte: weekOf(since) } },
        _sum: { rewarded: true, evidence: true, reward: true },
        _min: { week: true },
      });
      return {
        evidence: _sum.evidence ?? 0,
        reward: _sum.reward ?? 0,
        sessions: ((_sum.rewarded ?? 0) * sessions) / Math.max(1, rated.length),
        first: _min.week === null ? null : new Date(_min.week),
      };
    },
  };
}

/** The changesets beside the one that a canary tries. */
function changesetRows(client: TenantClient, tenant: string) {
  const affecting = async (skillId: string, condition: Prisma.Sql): Promise<OtherChangeset[]> => {
    const rows = await client.$queryRaw<OtherRow[]>`
      SELECT c.id, c.status, c.risk, c.source, c.reviewer, c.ops, c.safety_findings AS "safetyFindings",
        c.base_versions AS "baseVersions"
      FROM changeset_target t JOIN changeset c ON c.tenant = t.tenant AND c.id = t.changeset_id
      WHERE t.tenant = ${tenant} AND t.skill_id = ${skillId} AND ${condition}
      ORDER BY c.decided_at, c.id LIMIT ${MOST_OTHERS}`;
    return rows.map((row) => ({
      ...row,
      ops: fromJson(row.ops),
      safetyFindings: fromJson(row.safetyFindings),
      baseVersions: fromJson(row.baseVersions),
    }));
  };
  return {
    /** Changesets that wait for the canary on a skill to end, in the order of their approval. */
    queuedOn: (skillId: string) => affecting(skillId, Prisma.sql`c.status = 'approved'`),
    /** Changesets of a skill that wait for review. */
    pendingOn: (skillId: string) => affecting(skillId, Prisma.sql`c.status = 'pending'`),
    /** Changesets of a skill that wait for review, or failed at `since` or later. */
    openOrFailed: (skillId: string, since: Date) =>
      affecting(
        skillId,
        Prisma.sql`(c.status = 'pending' OR (c.status = 'failed' AND c.decided_at >= ${since}))`,
      ),
    /** The version of a skill; null where it is gone. */
    async versionOf(skillId: string): Promise<number | null> {
      const row = await client.skill.findFirst({ where: { id: skillId }, select: { version: true } });
      return row?.version ?? null;
    },
  };
}

/** The runs behind a canary. */
function evidenceRows(client: TenantClient, tenant: string) {
  return {
    /** At most `limit` runs that are evidence, the latest first, before the episode `before`. */
    async episodes(
      experimentId: string,
      { arm, before, limit }: { arm: string | null; before: string | null; limit: number },
    ): Promise<EvidenceEpisode[]> {
      const ofArm = arm === null ? Prisma.empty : Prisma.sql`AND c.arm = ${arm}`;
      const older = before === null ? Prisma.empty : Prisma.sql`AND c.episode_id < ${before}`;
      const rows = await client.$queryRaw<EvidenceEpisode[]>`
        SELECT c.episode_id AS "episodeId", c.arm, e.reward, e.reward_strength AS strength,
          e.reward_source AS source, e.task, e.created_at AS "createdAt"
        FROM episode_credit c LEFT JOIN episode e ON e.tenant = c.tenant AND e.id = c.episode_id
        WHERE c.tenant = ${tenant} AND c.experiment_id = ${experimentId} ${ofArm} ${older}
        ORDER BY c.episode_id DESC LIMIT ${limit}`;
      return rows.map((row) => ({
        ...row,
        createdAt: row.createdAt === null ? null : new Date(row.createdAt),
      }));
    },
    /** The runs of either arm, and their evidence. */
    async runs({ id, skillId }: { id: string; skillId: string }) {
      const rows = await client.creditWeek.groupBy({
        by: ['arm'],
        where: { skillId, experimentId: id },
        _sum: { runs: true, rewarded: true, succeeded: true, partly: true, evidence: true, reward: true },
      });
      const read = ({
        runs,
        rewarded,
        succeeded,
        partly,
        evidence,
        reward,
      }: (typeof rows)[number]['_sum']) => ({
        ...{ recorded: runs ?? 0, rewarded: rewarded ?? 0, succeeded: succeeded ?? 0, partly: partly ?? 0 },
        ...{ weight: evidence ?? 0, reward: reward ?? 0 },
      });
      return Object.fromEntries(rows.map(({ arm, _sum }) => [arm, read(_sum)]));
    },
  };
}

function olderThan({ at, id }: { at: Date; id: string }): TenantWhere<'experiment'> {
  return { OR: [{ startedAt: { lt: at } }, { startedAt: at, id: { lt: id } }] };
}

async function withNames(client: TenantClient, records: ExperimentRecord[]): Promise<NamedExperiment[]> {
  if (records.length === 0) return [];
  const ids = [...new Set(records.map(({ skillId }) => skillId))];
  const skills = await client.skill.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  const nameOf = new Map(skills.map(({ id, name }) => [id, name]));
  return records.map((record) => ({ ...record, skillName: nameOf.get(record.skillId) ?? record.skillId }));
}

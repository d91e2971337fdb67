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

/** Runs of a canary that are counted: more than any that ends by its bounds has. */
const MOST_RUNS = 10_000;
/** Runs before a canary from which is taken how its runs will be measured, and how long the text of their calls may be. */
const USUAL_RUNS = 100;
const LONGEST_CALLS = 20_000;
/** A run with more of a reward succeeded; one with some, but no more, did so partly. */
const HALF = 0.5;

type RunsColumn = 'arm' | 'recorded' | 'rewarded' | 'succeeded' | 'partly' | 'weight' | 'reward';

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
    /** The rated runs with a skill since then, of its latest ones: their evidence, and when the first was recorded. */
    async recentEvidence(skillId: string, since: Date): Promise<RecentEvidence> {
      const [row] = await client.$queryRaw<
        { evidence: unknown; reward: unknown; sessions: unknown; first: Date | string | null }[]
      >`
        SELECT SUM(e.reward_strength) AS evidence, SUM(e.reward_strength * e.reward) AS reward,
          COUNT(DISTINCT COALESCE(e.session_id, e.id)) AS sessions, MIN(e.created_at) AS first
        FROM (
          SELECT episode_id FROM episode_credit
          WHERE tenant = ${tenant} AND skill_id = ${skillId} ORDER BY episode_id DESC LIMIT ${MOST_RUNS}) k
        JOIN episode e ON e.tenant = ${tenant} AND e.id = k.episode_id
        WHERE e.created_at >= ${since} AND e.reward IS NOT NULL`;
      const first = row?.first ?? null;
      return {
        evidence: Number(row?.evidence ?? 0),
        reward: Number(row?.reward ?? 0),
        sessions: Number(row?.sessions ?? 0),
        first: first === null ? null : new Date(first),
      };
    },
    /** What was measured of the latest runs with a skill's text in force that were recorded before then. */
    async usualMeasures(skillId: string, before: Date): Promise<MeasureSums> {
      const rows = await client.$queryRaw<{ durationMs: unknown; toolCalls: string; metadata: string }[]>`
        SELECT e.duration_ms AS "durationMs", e.tool_calls AS "toolCalls", e.metadata
        FROM (
          SELECT episode_id, arm FROM episode_credit
          WHERE tenant = ${tenant} AND skill_id = ${skillId} ORDER BY episode_id DESC LIMIT ${USUAL_RUNS}) k
        JOIN episode e ON e.tenant = ${tenant} AND e.id = k.episode_id
        WHERE e.created_at < ${before} AND (k.arm IS NULL OR k.arm = 'incumbent')
          AND LENGTH(e.tool_calls) + LENGTH(e.metadata) <= ${LONGEST_CALLS}`;
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
    async runs(experimentId: string) {
      const rows = await client.$queryRaw<Record<RunsColumn, unknown>[]>`
        SELECT k.arm, COUNT(*) AS recorded, COUNT(e.reward) AS rewarded,
          SUM(CASE WHEN e.reward > ${HALF} THEN 1 ELSE 0 END) AS succeeded,
          SUM(CASE WHEN e.reward > 0 AND e.reward <= ${HALF} THEN 1 ELSE 0 END) AS partly,
          COALESCE(SUM(e.reward_strength), 0) AS weight, COALESCE(SUM(e.reward_strength * e.reward), 0) AS reward
        FROM (
          SELECT episode_id, arm FROM episode_credit
          WHERE tenant = ${tenant} AND experiment_id = ${experimentId} ORDER BY episode_id DESC LIMIT ${MOST_RUNS}) k
        JOIN episode e ON e.tenant = ${tenant} AND e.id = k.episode_id GROUP BY k.arm`;
      const read = ({ recorded, rewarded, succeeded, partly, weight, reward }: (typeof rows)[number]) => ({
        ...{ recorded: Number(recorded), rewarded: Number(rewarded), succeeded: Number(succeeded) },
        ...{ partly: Number(partly), weight: Number(weight), reward: Number(reward) },
      });
      return Object.fromEntries(rows.map((row) => [String(row.arm), read(row)]));
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

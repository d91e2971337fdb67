/** What is read of canaries for people: lists, and the runs behind them. */
import { COUNT_LIMIT } from '../../domain/admin/bounded-count.ts';
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
import { type ExperimentRecord, experimentOf } from './rows.ts';

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
    /** How many canaries there are beside `listed`, counted up to `COUNT_LIMIT`. */
    async countOthers(agentIds: string[], listed: number): Promise<number> {
      const where = { agentId: { in: agentIds } };
      const count = await client.experiment.count({ where, take: listed + COUNT_LIMIT });
      return Math.max(0, count - listed);
    },
    async find(id: string): Promise<NamedExperiment | null> {
      const row = await client.experiment.findFirst({ where: { id } });
      const [found] = row === null ? [] : await named([experimentOf(row)]);
      return found ?? null;
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

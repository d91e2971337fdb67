/** The recorded past that rehearsals read: changesets and recalls of a time, in the order in which they came. */
import type { PastCandidate, PastMemory } from '../../domain/admin/rehearsal/rehearse-recall.ts';
import { isSystemActor } from '../../domain/principal.ts';
import type { Risk } from '../../domain/skills/changesets/approval-policy.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { Support } from '../../domain/skills/changesets/support.ts';
import type { VersionBullet } from '../../domain/skills/skill.ts';
import { fromJson } from '../../platform/db/database.ts';
import { idBelow } from '../../platform/db/partitions/ranges.ts';
import {
  inPieces,
  Prisma,
  type TenantWhere,
  type Tx,
  tenantClient,
} from '../../platform/db/tenant-client.ts';

/** Of which time, from `since` to before `until`, and of which agent; null means all. */
export interface Period {
  since: Date;
  until: Date;
  agentId: string | null;
}

export interface BatchEnd {
  at: Date;
  id: string;
}

/** What comes after a place, of a time; `first` is where a limited number of rows begins. */
function within({ since, until, agentId }: Period, after: BatchEnd | null) {
  const agent = agentId === null ? {} : { agentId };
  const later =
    after === null
      ? {}
      : { OR: [{ createdAt: { gt: after.at } }, { createdAt: after.at, id: { gt: after.id } }] };
  return { createdAt: { gte: since, lt: until }, ...agent, ...later };
}

const IN_ORDER = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

export interface ChangesetRow {
  id: string;
  agentId: string;
  status: string;
  ops: Operation[];
  amended: boolean;
  /** Whether learning proposed it, and not a person. */
  learned: boolean;
  risk: Risk;
  evalScore: number | null;
  /** Sessions that it was learned from; null where that was not kept. */
  sessions: number | null;
  findings: string[];
  baseVersions: Record<string, number>;
  reviewer: string | null;
  createdAt: Date;
  tried: boolean;
}

export interface RecallRow {
  id: string;
  agentId: string;
  userId: string | null;
  sessionId: string | null;
  holdout: boolean;
  skills: (PastCandidate & { name: string })[];
  memories: PastMemory[];
  createdAt: Date;
}

const CHANGESET = {
  ...{
    id: true,
    agentId: true,
    status: true,
    ops: true,
    originalOps: true,
    proposedBy: true,
    humanAuthored: true,
  },
  ...{
    risk: true,
    evalScore: true,
    safetyFindings: true,
    support: true,
    episodeIds: true,
    baseVersions: true,
    reviewer: true,
    createdAt: true,
  },
} as const;

const RECALL = {
  ...{ id: true, agentId: true, userId: true, sessionId: true, holdout: true },
  ...{ skills: true, memories: true, createdAt: true },
} as const;

/** None behind what rests on no run; null where they were not counted. */
function sessionsOf(support: string | null, episodeIds: string): number | null {
  if (support !== null) {
    const { independentSessions, sessions } = fromJson<Support>(support);
    return independentSessions ?? sessions;
  }
  return fromJson<string[]>(episodeIds).length === 0 ? 0 : null;
}

export function pastStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { changeset, experiment, recall } = client;
  return {
    /** How many rows of a kind there are, counted up to `most`. */
    async count(kind: 'changesets' | 'recalls', past: Period, most: number): Promise<number> {
      const where = within(past, null);
      return kind === 'changesets'
        ? await changeset.count({ where, take: most })
        : await recall.count({ where, take: most });
    },
    /** When the last `most` rows begin; null where there are no more than these. */
    async beginning(kind: 'changesets' | 'recalls', past: Period, most: number): Promise<BatchEnd | null> {
      const query = {
        where: within(past, null),
        orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
        skip: most,
        select: { id: true, createdAt: true },
      };
      const row = kind === 'changesets' ? await changeset.findFirst(query) : await recall.findFirst(query);
      return row === null ? null : { at: row.createdAt, id: row.id };
    },
    async changesets(past: Period, after: BatchEnd | null, take: number): Promise<ChangesetRow[]> {
      const where: TenantWhere<'changeset'> = within(past, after);
      const rows = await changeset.findMany({ where, orderBy: IN_ORDER, take, select: CHANGESET });
      const ids = rows.map(({ id }) => id);
      const tried = await experiment.findMany({
        where: { changesetId: { in: ids } },
        select: { changesetId: true },
      });
      const onTrial = new Set(tried.map(({ changesetId }) => changesetId));
      return rows.map(
        ({
          originalOps,
          safetyFindings,
          ops,
          baseVersions,
          risk,
          humanAuthored,
          proposedBy,
          support,
          episodeIds,
          ...row
        }) => ({
          ...row,
          // The column was written from this type.
          risk: risk as Risk,
          learned: !humanAuthored && isSystemActor(proposedBy),
          ops: fromJson(ops),
          amended: originalOps !== null,
          sessions: sessionsOf(support, episodeIds),
          findings: fromJson(safetyFindings),
          baseVersions: fromJson(baseVersions),
          tried: onTrial.has(row.id),
        }),
      );
    },
    async recalls(past: Period, after: BatchEnd | null, take: number): Promise<RecallRow[]> {
      const where: TenantWhere<'recall'> = within(past, after);
      const rows = await recall.findMany({ where, orderBy: IN_ORDER, take, select: RECALL });
      return rows.map(({ skills, memories, ...row }) => ({
        ...row,
        skills: candidatesOf(skills),
        memories: fromJson(memories),
      }));
    },
  };
}

/** What is read of a recall's skills. */
function candidatesOf(skills: string): RecallRow['skills'] {
  return fromJson<RecallRow['skills']>(skills).map(({ id, name, score, reason }) => ({
    id,
    name,
    score,
    reason,
  }));
}

/** What some recalls asked, by their ids; those that are gone are left out. */
export async function readQueries(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const where = { id: { in: [...ids] } };
  const rows = await tenantClient(tx, tenant).recall.findMany({ where, select: { id: true, query: true } });
  return new Map(rows.map(({ id, query }) => [id, query]));
}

/** A skill as a changeset was proposed against it. */
export interface BaseRow {
  skillId: string;
  version: number;
  name: string;
  uses: number;
  description: string;
  tags: string[];
  frontMatter: Record<string, unknown>;
  bullets: VersionBullet[];
}

/** The skills that changesets were proposed against. */
export function baseStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** The skills at these versions; those that are gone are left out. */
    async at(versions: Readonly<Record<string, number>>): Promise<BaseRow[]> {
      const pairs = Object.entries(versions).map(([skillId, version]) => ({ skillId, version }));
      if (pairs.length === 0) return [];
      const rows = await client.skillVersion.findMany({ where: { OR: pairs } });
      const skills = await client.skill.findMany({
        where: { id: { in: Object.keys(versions) } },
        select: { id: true, name: true, uses: true },
      });
      const known = new Map(skills.map((skill) => [skill.id, skill]));
      return rows.flatMap(({ skillId, version, description, tags, frontMatter, bullets }) => {
        const skill = known.get(skillId);
        if (skill === undefined) return [];
        const text = {
          description,
          tags: fromJson<string[]>(tags),
          bullets: fromJson<VersionBullet[]>(bullets),
        };
        const fields = frontMatter === null ? {} : fromJson<Record<string, unknown>>(frontMatter);
        return [{ skillId, version, name: skill.name, uses: skill.uses, ...text, frontMatter: fields }];
      });
    },
    /** The agent's skills of these names that there were at a moment. */
    async named(agentId: string, names: string[], at: Date): Promise<{ id: string; name: string }[]> {
      if (names.length === 0) return [];
      const pieces = inPieces(names).map((chunk) =>
        client.skill.findMany({
          where: { agentId, name: { in: chunk }, createdAt: { lt: at } },
          select: { id: true, name: true },
        }),
      );
      return (await Promise.all(pieces)).flat();
    },
    /** How often a skill was used since a moment. */
    async usesSince(skillId: string, at: Date): Promise<number> {
      const [row] = await client.$queryRaw<{ n: unknown }[]>`
        SELECT count(*) AS n FROM episode_credit c JOIN episode e ON e.tenant = c.tenant AND e.id = c.episode_id
        WHERE c.tenant = ${tenant} AND c.skill_id = ${skillId} AND e.created_at >= ${at}
          AND c.episode_id >= ${idBelow('episode', at)} AND e.id >= ${idBelow('episode', at)}`;
      return Number(row?.n ?? 0);
    },
    /** Whether a user was erased since a moment: then runs are gone that counted as uses. */
    async erasedSince(at: Date): Promise<boolean> {
      const where = { action: 'user.erased', at: { gte: at }, id: { gte: idBelow('audit_entry', at) } };
      return (await client.auditEntry.count({ where, take: 1 })) > 0;
    },
    /** Those of the skills that a canary ran on when a changeset was proposed. Ids are in order of time. */
    async onTrialBefore(skillIds: string[], { id, at }: BatchEnd): Promise<Set<string>> {
      if (skillIds.length === 0) return new Set();
      const rows = await client.$queryRaw<{ skill_id: string }[]>`
        SELECT DISTINCT skill_id FROM experiment WHERE tenant = ${tenant}
          AND skill_id IN (${Prisma.join(skillIds)}) AND changeset_id < ${id}
          AND started_at <= ${at} AND (ended_at IS NULL OR ended_at > ${at})`;
      return new Set(rows.map((row) => row.skill_id));
    },
  };
}

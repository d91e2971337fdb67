/** The queries of the dashboard's skill pages: lists by page, what waits on a skill, how its versions did. */
import { ROUNDING } from '../domain/measurement/beta.ts';
import { SKILL_STATUSES, type SkillStatus } from '../domain/skills/skill.ts';
import { fromJson, toJson } from '../platform/db/database.ts';
import { contains, literally } from '../platform/db/search-text.ts';
import { countEach, Prisma, sortKey, type Tx, tenantClient } from '../platform/db/tenant-client.ts';
import type { SkillRecord } from './library/index.ts';

/** `success`: the least successful first, those without evidence last; `uses`: the most used first. */
export const SKILL_ORDERS = ['name', 'success', 'uses'] as const;
export type SkillOrder = (typeof SKILL_ORDERS)[number];

/** Which skills; null means any. */
export interface SkillFilter {
  agentId: string | null;
  status: SkillStatus | null;
  tag: string | null;
  pinned: boolean | null;
  text: string | null;
}

/** What the last row of a page was sorted by. */
interface SkillPlace {
  key: string | number;
  id: string;
}

/** A skill's row as lists show it. */
export type ListedSkill = Omit<SkillRecord, 'status' | 'frontMatter' | 'createdAt'> & {
  status: string;
  lastUsedAt: Date | null;
};

/** Evidence that one version gathered in one arm (null outside of a canary). */
export interface VersionEvidence {
  version: number;
  arm: string | null;
  episodes: number;
  evidence: number;
  reward: number;
}

const KEYS: Record<SkillOrder, Prisma.Sql> = {
  name: Prisma.sql`s.name`,
  success: Prisma.sql`CASE WHEN s.evidence > ${ROUNDING} THEN s.reward / s.evidence ELSE 2 END`,
  uses: Prisma.sql`-s.uses`,
};

function whereOf(tenant: string, { agentId, status, tag, pinned, text }: SkillFilter): Prisma.Sql {
  const conditions = [Prisma.sql`s.tenant = ${tenant}`];
  if (agentId !== null) conditions.push(Prisma.sql`s.agent_id = ${agentId}`);
  if (status !== null) conditions.push(Prisma.sql`s.status = ${status}`);
  if (tag !== null) {
    conditions.push(Prisma.sql`s.tags LIKE ${`%${literally(toJson(tag))}%`}`);
  }
  if (pinned !== null) conditions.push(Prisma.sql`s.pinned = ${pinned}`);
  if (text !== null) {
    conditions.push(Prisma.sql`(s.id = ${text} OR ${contains(Prisma.sql`s.name`, text)}
      OR ${contains(Prisma.sql`s.description`, text)})`);
  }
  return Prisma.join(conditions, ' AND ');
}

interface SkillPage {
  filter: SkillFilter;
  order: SkillOrder;
  after: SkillPlace | null;
  limit: number;
}

export function skillListStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async page({ filter, order, after, limit }: SkillPage): Promise<SkillPlace[]> {
      const key = after === null ? null : sortKey(after.key);
      const rows = await client.$queryRaw<{ id: string; sort_key: unknown }[]>`
        SELECT q.id, q.sort_key FROM (
          SELECT s.id, ${KEYS[order]} AS sort_key FROM skill s WHERE ${whereOf(tenant, filter)}) q
        ${after === null ? Prisma.empty : Prisma.sql`WHERE q.sort_key > ${key} OR (q.sort_key = ${key} AND q.id > ${after.id})`}
        ORDER BY q.sort_key, q.id LIMIT ${limit}`;
      return rows.map(({ id, sort_key: key }) => ({ id, key: typeof key === 'string' ? key : Number(key) }));
    },
    async skills(ids: string[]): Promise<ListedSkill[]> {
      const rows = await client.skill.findMany({
        where: { id: { in: ids } },
        omit: { tenant: true, frontMatter: true, createdAt: true },
      });
      return rows.map((row) => ({ ...row, tags: fromJson<string[]>(row.tags) }));
    },
    /** How many skills there are of each status, counted up to `COUNT_LIMIT`. */
    async countByStatus(filter: SkillFilter): Promise<Record<string, number>> {
      const rowsOf = (status: string) =>
        Prisma.sql`SELECT 1 FROM skill s WHERE ${whereOf(tenant, filter)} AND s.status = ${status}`;
      return await countEach(client, SKILL_STATUSES, rowsOf);
    },
    async openChangesets(ids: string[]): Promise<Map<string, number>> {
      if (ids.length === 0) return new Map();
      const rows = await client.$queryRaw<{ skill_id: string; n: unknown }[]>`
        SELECT t.skill_id, COUNT(*) AS n FROM changeset_target t
        JOIN changeset c ON c.tenant = t.tenant AND c.id = t.changeset_id
        WHERE t.tenant = ${tenant} AND t.skill_id IN (${Prisma.join(ids)})
          AND c.status IN ('pending', 'approved', 'canary') GROUP BY t.skill_id`;
      return new Map(rows.map(({ skill_id: id, n }) => [id, Number(n)]));
    },
    async runningCanaries(ids: string[]): Promise<Map<string, string>> {
      const where = { status: 'running', skillId: { in: ids } };
      const rows = await client.experiment.findMany({ where, select: { id: true, skillId: true } });
      return new Map(rows.map(({ id, skillId }) => [skillId, id]));
    },
    /** Of these names, those that a shared skill has. */
    async sharedNames(names: string[]): Promise<Set<string>> {
      const where = { agentId: '*', name: { in: names } };
      const rows = await client.skill.findMany({ where, select: { name: true } });
      return new Set(rows.map(({ name }) => name));
    },
    /** What the runs with a skill say of each version, newest version first. */
    async evidenceByVersion(skillId: string): Promise<VersionEvidence[]> {
      const rows = await client.creditWeek.groupBy({
        by: ['version', 'arm'],
        where: { skillId },
        _sum: { runs: true, evidence: true, reward: true },
        orderBy: [{ version: 'desc' }, { arm: 'asc' }],
      });
      return rows.map(({ version, arm, _sum: { runs, evidence, reward } }) => ({
        ...{ version, arm: arm === '' ? null : arm, episodes: runs ?? 0 },
        ...{ evidence: evidence ?? 0, reward: reward ?? 0 },
      }));
    },
    /** Changes the status of a skill that has one of `from`; returns whether it had. */
    async moveStatus(id: string, from: SkillStatus[], to: SkillStatus): Promise<boolean> {
      const where = { id, status: { in: from } };
      return (await client.skill.updateMany({ where, data: { status: to } })).count === 1;
    },
  };
}

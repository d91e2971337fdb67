/**
 * The rows of skills, rules and versions. Versions are only ever added. A skill's row is changed under the condition
 * that its version is the one that was read, so that of two changes at once one finds nothing to change. What was
 * counted for skills and rules is never written here: counting goes on while a change is applied.
 */
import { fromJson, toJson } from '../platform/db/json.ts';
import { clientOf, Prisma, type Tx } from '../platform/db/prisma.ts';
import type { BulletWording, SkillRecord, VersionRecord } from './records.ts';
import { bulletOf, skillOf, versionOf } from './rows.ts';

const ROWS_PER_STATEMENT = 500;

/** Moves of a skill's row that count as a new version. */
export type SkillPatch = Pick<
  SkillRecord,
  'version' | 'description' | 'status' | 'tags' | 'frontMatter' | 'updatedAt'
>;

export function libraryStore(tx: Tx, tenant: string) {
  return { ...skillRows(tx, tenant), ...bulletRows(tx, tenant), ...versionRows(tx, tenant) };
}

function skillRows(tx: Tx, tenant: string) {
  const { skill } = clientOf(tx);
  const many = async (where: Prisma.SkillWhereInput): Promise<SkillRecord[]> =>
    (await skill.findMany({ where: { ...where, tenant } })).map(skillOf);
  return {
    /**
     * Holds the rows of `ids` until the transaction ends, so that what is read after is what will be changed. Rows are
     * taken in the order of their ids, which is why two transactions cannot wait for each other.
     */
    async lockSkills(ids: string[]): Promise<void> {
      for (const id of [...new Set(ids)].sort()) {
        await skill.updateMany({ where: { tenant, id }, data: { version: { increment: 0 } } });
      }
    },
    /** As {@link lockSkills}, for the skill of an agent by its name; returns it, or null where there is none. */
    async lockNamed(agentId: string, name: string): Promise<SkillRecord | null> {
      const where = { tenant, agentId, name };
      const { count } = await skill.updateMany({ where, data: { version: { increment: 0 } } });
      if (count === 0) return null;
      const row = await skill.findFirst({ where });
      return row === null ? null : skillOf(row);
    },
    findSkills: (ids: string[]) => many({ id: { in: ids } }),
    findNamed: (agentId: string, names: string[]) => many({ agentId, name: { in: names } }),
    /** The skill with the id `ref`, and those of `agentIds` with the name `ref`. */
    findReferred: (ref: string, agentIds: string[]) =>
      many({ OR: [{ id: ref }, { agentId: { in: agentIds }, name: ref }] }),
    listSkills: (agentIds: string[]) => many({ agentId: { in: agentIds } }),
    async addSkill({ tags, frontMatter, ...record }: SkillRecord): Promise<void> {
      await skill.create({
        data: { ...record, tenant, tags: toJson(tags), frontMatter: toJson(frontMatter), lastUsedAt: null },
      });
    },
    /** Changes a skill that is still at `version`; returns whether it was. */
    async moveSkill(id: string, version: number, { tags, frontMatter, ...patch }: SkillPatch) {
      const data = { ...patch, tags: toJson(tags), frontMatter: toJson(frontMatter) };
      const { count } = await skill.updateMany({ where: { tenant, id, version }, data });
      return count === 1;
    },
    /** Sets the pin; returns whether there is such a skill. */
    async pinSkill(id: string, pinned: boolean): Promise<boolean> {
      const { count } = await skill.updateMany({ where: { tenant, id }, data: { pinned } });
      return count === 1;
    },
  };
}

function bulletRows(tx: Tx, tenant: string) {
  const client = clientOf(tx);
  const inOrder = { orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }] };
  return {
    /** The rules of a few skills, removed ones too, each skill's in reading order. */
    async findBullets(skillIds: string[]) {
      const rows = await client.bullet.findMany({ where: { tenant, skillId: { in: skillIds } }, ...inOrder });
      return rows.map(bulletOf);
    },
    /** The active rules of every skill of `agentIds`, in one statement however many skills there are. */
    async listActiveBullets(agentIds: string[]) {
      const owned = Prisma.sql`SELECT id FROM skill WHERE tenant = ${tenant} AND agent_id IN (${Prisma.join(agentIds)})`;
      const rows = await client.$queryRaw<Parameters<typeof bulletOf>[0][]>`
        SELECT id, skill_id AS "skillId", position, section, content, issue, keywords, helpful, harmful, neutral, used,
          status, sources
        FROM bullet WHERE tenant = ${tenant} AND status = 'active' AND skill_id IN (${owned})
        ORDER BY skill_id, position, id`;
      return rows.map(bulletOf);
    },
    /** Adds rules without history and rewrites the wording and place of known ones; counters stay as they are. */
    async putBullets(bullets: BulletWording[], at: Date): Promise<void> {
      for (let start = 0; start < bullets.length; start += ROWS_PER_STATEMENT) {
        const rows = bullets.slice(start, start + ROWS_PER_STATEMENT).map((bullet) => {
          const { id, skillId, position, section, content, issue, status } = bullet;
          const lists = Prisma.sql`${toJson(bullet.keywords)}, ${toJson(bullet.sources)}`;
          return Prisma.sql`(${tenant}, ${id}, ${skillId}, ${position}, ${section}, ${content}, ${issue},
            ${lists}, 0, 0, 0, 0, ${status}, ${at}, ${at})`;
        });
        await client.$executeRaw`
          INSERT INTO bullet (tenant, id, skill_id, position, section, content, issue, keywords, sources, helpful,
            harmful, neutral, used, status, created_at, updated_at)
          VALUES ${Prisma.join(rows)}
          ON CONFLICT (tenant, id) DO UPDATE SET position = excluded.position, section = excluded.section,
            content = excluded.content, issue = excluded.issue, keywords = excluded.keywords,
            sources = excluded.sources, status = excluded.status, updated_at = excluded.updated_at`;
      }
    },
  };
}

function versionRows(tx: Tx, tenant: string) {
  const { skillVersion } = clientOf(tx);
  return {
    async addVersion({ tags, frontMatter, bullets, ...record }: VersionRecord): Promise<void> {
      const texts = { tags: toJson(tags), frontMatter: toJson(frontMatter), bullets: toJson(bullets) };
      await skillVersion.create({ data: { ...record, ...texts, tenant } });
    },
    async findVersion(skillId: string, version: number): Promise<VersionRecord | null> {
      const row = await skillVersion.findUnique({
        where: { tenant_skillId_version: { tenant, skillId, version } },
      });
      return row === null ? null : versionOf(row);
    },
    /** At most `limit` versions below `before` (all where it is null), newest first. */
    async listVersions(skillId: string, { limit, before }: { limit: number; before: number | null }) {
      const rows = await skillVersion.findMany({
        where: { tenant, skillId, ...(before === null ? {} : { version: { lt: before } }) },
        orderBy: { version: 'desc' },
        take: limit,
      });
      return rows.map(versionOf);
    },
  };
}

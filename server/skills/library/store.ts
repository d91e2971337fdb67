/**
 * The rows of skills, rules and versions. Versions are only ever added. A skill's row is changed under the
 * condition that its version is the one that was read, so that of two changes at once one finds nothing to
 * change. Counters are only ever added to: counting goes on while a change is applied.
 */
import { inChunks } from '../../domain/in-chunks.ts';
import { triggerOf } from '../../domain/moments/trigger.ts';
import { toJson } from '../../platform/db/database.ts';
import {
  inPieces,
  Prisma,
  type TenantWhere,
  type Tx,
  tenantClient,
} from '../../platform/db/tenant-client.ts';
import {
  type BulletChange,
  type BulletEvidence,
  type EvidenceRow,
  type SkillRecord,
  toBullet,
  toEvidence,
  toSkill,
  toVersion,
  toVersionText,
  type VersionRecord,
  type VersionText,
  type VersionTextRow,
} from './rows.ts';

const ROWS_PER_STATEMENT = 500;

/**
 * The status of a rule that only a canary's candidate has: it is counted, and nobody sees it before its text
 * is applied.
 */
const ON_TRIAL = 'on_trial';

/** Moves of a skill's row that count as a new version. */
type SkillPatch = Pick<
  SkillRecord,
  'version' | 'description' | 'status' | 'tags' | 'frontMatter' | 'updatedAt'
>;

export function libraryStore(tx: Tx, tenant: string) {
  return { ...skillRows(tx, tenant), ...bulletRows(tx, tenant), ...versionRows(tx, tenant) };
}

function skillRows(tx: Tx, tenant: string) {
  const { skill } = tenantClient(tx, tenant);
  const many = async (where: TenantWhere<'skill'>): Promise<SkillRecord[]> =>
    (await skill.findMany({ where, orderBy: { id: 'asc' } })).map(toSkill);
  return {
    findSkills: (ids: string[]) => many({ id: { in: ids } }),
    findOwned: (agentId: string, { ids, names }: { ids: string[]; names: string[] }) =>
      many({ agentId, OR: [{ id: { in: ids } }, { name: { in: names } }] }),
    /** The skill with the id `ref`, and those of `agentIds` with the name `ref`. */
    findReferred: (ref: string, agentIds: string[]) =>
      many({ OR: [{ id: ref }, { agentId: { in: agentIds }, name: ref }] }),
    listSkills: (agentIds: string[]) => many({ agentId: { in: agentIds } }),
    async addSkill({ tags, frontMatter, ...record }: SkillRecord): Promise<void> {
      await skill.create({
        data: { ...record, tags: toJson(tags), frontMatter: toJson(frontMatter), lastUsedAt: null },
      });
    },
    /** Changes a skill that is still at `version`; returns whether it was. */
    async moveSkill(id: string, version: number, { tags, frontMatter, ...patch }: SkillPatch) {
      const data = { ...patch, tags: toJson(tags), frontMatter: toJson(frontMatter) };
      const { count } = await skill.updateMany({ where: { id, version }, data });
      return count === 1;
    },
    /** Sets the pin; returns whether there is such a skill. */
    async pinSkill(id: string, pinned: boolean): Promise<boolean> {
      const { count } = await skill.updateMany({ where: { id }, data: { pinned } });
      return count === 1;
    },
  };
}

function bulletRows(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const inOrder = { orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }] };
  return {
    /** The rules of a few skills, removed ones too, each skill's in reading order. */
    async findBullets(skillIds: string[]) {
      const where = { skillId: { in: skillIds }, status: { not: ON_TRIAL } };
      return (await client.bullet.findMany({ where, ...inOrder })).map(toBullet);
    },
    /** What was counted for every rule of some skills, in one statement however many there are. */
    async listEvidence(skillIds: string[]): Promise<BulletEvidence[]> {
      const rows = await client.$queryRaw<EvidenceRow[]>`
        SELECT id, helpful, harmful, neutral, used, followed, broken, followed_failed AS "followedFailed", sources FROM bullet
        WHERE tenant = ${tenant} AND skill_id IN (${Prisma.join(skillIds)})`;
      return rows.map(toEvidence);
    },
    /**
     * Adds rules, rewrites the wording and place of known ones and adds to their counters. `trial`: they are
     * a candidate's only.
     */
    async putBullets(bullets: BulletChange[], at: Date, trial = false): Promise<void> {
      for (const chunk of inChunks(bullets, ROWS_PER_STATEMENT)) {
        const rows = chunk.map((bullet) => {
          const { id, skillId, position, section, content, issue } = bullet;
          const status = trial ? ON_TRIAL : bullet.status;
          const { helpful, harmful, neutral, used } = bullet;
          const { followed = 0, broken = 0, followed_failed: failed = 0 } = bullet;
          const trigger = bullet.applies_when === undefined ? null : toJson(triggerOf(bullet));
          const lists = Prisma.sql`${toJson(bullet.keywords)}, ${toJson(bullet.sources)}, ${trigger}`;
          return Prisma.sql`(${tenant}, ${id}, ${skillId}, ${position}, ${section}, ${content}, ${issue},
            ${lists}, ${helpful}, ${harmful}, ${neutral}, ${used}, ${followed}, ${broken}, ${failed},
            ${status}, ${at}, ${at})`;
        });
        await client.$executeRaw`
          INSERT INTO bullet (tenant, id, skill_id, position, section, content, issue, keywords, sources, trigger,
            helpful, harmful, neutral, used, followed, broken, followed_failed, status, created_at, updated_at)
          VALUES ${Prisma.join(rows)}
          ON CONFLICT (tenant, id) DO UPDATE SET position = excluded.position, section = excluded.section,
            content = excluded.content, issue = excluded.issue, keywords = excluded.keywords,
            sources = excluded.sources, trigger = excluded.trigger,
            helpful = bullet.helpful + excluded.helpful,
            harmful = bullet.harmful + excluded.harmful, neutral = bullet.neutral + excluded.neutral,
            used = bullet.used + excluded.used, followed = bullet.followed + excluded.followed,
            broken = bullet.broken + excluded.broken,
            followed_failed = bullet.followed_failed + excluded.followed_failed, status = excluded.status, updated_at = excluded.updated_at`;
      }
    },
  };
}

function versionRows(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { skillVersion } = client;
  return {
    async addVersion({ tags, frontMatter, bullets, ...record }: VersionRecord): Promise<void> {
      const texts = { tags: toJson(tags), frontMatter: toJson(frontMatter), bullets: toJson(bullets) };
      await skillVersion.create({ data: { ...record, ...texts } });
    },
    /** The versions of some skills whose source begins with `source`, in order. */
    async listRestored(skillIds: string[], source: string) {
      const select = { skillId: true, version: true, source: true };
      const orderBy = { version: 'asc' as const };
      const pieces = inPieces(skillIds).map((chunk) =>
        skillVersion.findMany({
          where: { skillId: { in: chunk }, source: { startsWith: source } },
          orderBy,
          select,
        }),
      );
      return (await Promise.all(pieces)).flat();
    },
    /** The current text of some skills, in one statement: each read as one version wrote it. */
    async listCurrentTexts(skillIds: string[]): Promise<VersionText[]> {
      const rows = await client.$queryRaw<VersionTextRow[]>`
        SELECT v.skill_id AS "skillId", v.version, v.description, v.tags, v.front_matter AS "frontMatter", v.bullets
        FROM skill s JOIN skill_version v ON v.tenant = s.tenant AND v.skill_id = s.id AND v.version = s.version
        WHERE s.tenant = ${tenant} AND s.id IN (${Prisma.join(skillIds)})`;
      return rows.map(toVersionText);
    },
    async findVersion(skillId: string, version: number): Promise<VersionRecord | null> {
      const row = await skillVersion.findFirst({ where: { skillId, version } });
      return row === null ? null : toVersion(row);
    },
    /** At most `limit` versions below `before` (all where it is null), newest first. */
    async listVersions(skillId: string, { limit, before }: { limit: number; before: number | null }) {
      const rows = await skillVersion.findMany({
        where: { skillId, ...(before === null ? {} : { version: { lt: before } }) },
        orderBy: { version: 'desc' },
        take: limit,
      });
      return rows.map(toVersion);
    },
  };
}

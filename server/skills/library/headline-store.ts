/** The texts that headlines tell of: skills as changesets were proposed against them, and changesets by id. */

import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { BaseText } from '../../domain/skills/changesets/wording/headline.ts';
import type { VersionBullet } from '../../domain/skills/skill.ts';
import { fromJson } from '../../platform/db/database.ts';
import { inPieces, Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

export interface NamedVersion extends BaseText {
  skillId: string;
  version: number;
  name: string;
}

type Row = Omit<NamedVersion, 'tags' | 'bullets'> & { tags: string; bullets: string };

/** Most versions of one page, and most bytes of their rules: the smallest come first. */
const MOST_VERSIONS = 500;
const MOST_BYTES = 1_000_000;

export function headlineStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** The versions that exist, in one statement; beyond the bounds of a page some are left out. */
    async versions(wanted: readonly [skillId: string, version: number][]): Promise<NamedVersion[]> {
      if (wanted.length === 0) return [];
      const pairs = wanted
        .slice(0, MOST_VERSIONS)
        .map(([id, version]) => Prisma.sql`(CAST(${id} AS TEXT), CAST(${version} AS INTEGER))`);
      const rows = await client.$queryRaw<Row[]>`
        SELECT q.id AS "skillId", q.version, q.name, q.description, q.tags, q.bullets FROM (
          SELECT s.id, v.version, s.name, v.description, v.tags, v.bullets,
            SUM(octet_length(v.bullets)) OVER (ORDER BY octet_length(v.bullets), s.id, v.version) AS bytes
          FROM (VALUES ${Prisma.join(pairs)}) w CROSS JOIN skill_version v CROSS JOIN skill s
          WHERE v.tenant = ${tenant} AND v.skill_id = w.column1 AND v.version = w.column2
            AND s.tenant = ${tenant} AND s.id = v.skill_id) q
        WHERE q.bytes <= ${MOST_BYTES}`;
      return rows.map((row) => ({
        ...row,
        version: Number(row.version),
        tags: fromJson<string[]>(row.tags),
        bullets: fromJson<VersionBullet[]>(row.bullets),
      }));
    },
    /** What the headlines of some changesets are made of; those that do not exist are left out. */
    async changesets(ids: string[]) {
      const pieces = inPieces(ids).map((chunk) =>
        client.changeset.findMany({
          where: { id: { in: chunk } },
          select: { id: true, ops: true, safetyFindings: true, baseVersions: true },
        }),
      );
      return (await Promise.all(pieces)).flat().map((row) => ({
        id: row.id,
        ops: fromJson<Operation[]>(row.ops),
        safetyFindings: fromJson<string[]>(row.safetyFindings),
        baseVersions: fromJson<Record<string, number>>(row.baseVersions),
      }));
    },
  };
}

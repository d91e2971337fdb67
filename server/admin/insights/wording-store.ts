/** The rules, versions and judged runs from which the evidence of a wording is counted; each list is bounded. */
import type { RuleVerdict } from '../../domain/learning/reflection/rule-verdicts.ts';
import { fromJson } from '../../platform/db/database.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** A rule as it reads now. */
export interface RuleRow {
  id: string;
  skillId: string;
  content: string;
}

/** Versions of a skill that are looked back through. */
const VERSIONS = 20;
/** Runs with a skill that are counted, the latest ones. */
const RUNS = 500;

export function wordingStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async rules(ids: string[]): Promise<RuleRow[]> {
      const where = { id: { in: ids } };
      return await client.bullet.findMany({ where, select: { id: true, skillId: true, content: true } });
    },
    /** The latest versions of a skill with their rules, newest first. */
    async versions(skillId: string) {
      return await client.skillVersion.findMany({
        where: { skillId },
        orderBy: { version: 'desc' },
        take: VERSIONS,
        select: { version: true, createdAt: true, bullets: true },
      });
    },
    /** What was said of rules in the latest runs that were served `version` of a skill or a later one. */
    async verdicts(skillId: string, version: number) {
      const rows = await client.$queryRaw<{ version: unknown; reward: number | null; verdicts: string }[]>`
        SELECT k.version, e.reward, e.verdicts FROM (
          SELECT episode_id, version FROM episode_credit
          WHERE tenant = ${tenant} AND skill_id = ${skillId} ORDER BY episode_id DESC LIMIT ${RUNS}) k
        JOIN episode e ON e.tenant = ${tenant} AND e.id = k.episode_id
        WHERE k.version >= ${version} AND e.verdicts IS NOT NULL`;
      return rows.map((row) => ({
        version: Number(row.version),
        reward: row.reward,
        verdicts: fromJson<RuleVerdict[]>(row.verdicts),
      }));
    },
  };
}

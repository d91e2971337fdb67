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
      const credits = await client.episodeCredit.findMany({
        where: { skillId },
        orderBy: { episodeId: 'desc' },
        take: RUNS,
        select: { episodeId: true, version: true },
      });
      const versions = new Map(credits.map((credit) => [credit.episodeId, credit.version]));
      const late = credits.flatMap((credit) => (credit.version < version ? [] : [credit.episodeId]));
      const rows = await client.episode.findMany({
        where: { id: { in: late }, verdicts: { not: null } },
        select: { id: true, reward: true, verdicts: true },
      });
      return rows.map(({ id, reward, verdicts }) => ({
        version: versions.get(id) ?? version,
        reward,
        verdicts: fromJson<RuleVerdict[]>(verdicts ?? '[]'),
      }));
    },
  };
}

/** The rows of the lift of skills. The skills' rows are locked by id, after all other sums. */
import { inChunks } from '../../domain/in-chunks.ts';
import { NO_SKILL_LIFT, type SkillLiftSums, type UnitSums } from '../../domain/measurement/skill-lift.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { inPieces, Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** Rows in one statement. */
const CHUNK = 500;

/** Rows are kept as `{reward}`: earlier versions had other sums beside it, and null before a session's first reward. */
const write = (reward: SkillLiftSums | UnitSums) => toJson({ reward });

interface UnitKey {
  skillId: string;
  unit: string;
}

interface LiftRow {
  skill_id: string;
  sums: string;
}

export function skillLiftStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Locks the sums of the skills until the transaction ends, and reads them. */
    async lock(skillIds: readonly string[]): Promise<Map<string, SkillLiftSums>> {
      const found = new Map<string, SkillLiftSums>();
      const none = write(NO_SKILL_LIFT);
      for (const chunk of inPieces([...skillIds].sort())) {
        const values = chunk.map((id) => Prisma.sql`(${tenant}, ${id}, ${none})`);
        const rows = await client.$queryRaw<LiftRow[]>`
          INSERT INTO skill_lift (tenant, skill_id, sums) VALUES ${Prisma.join(values)}
          ON CONFLICT (tenant, skill_id) DO UPDATE SET sums = skill_lift.sums
          RETURNING skill_id, sums`;
        for (const { skill_id: id, sums } of rows)
          found.set(id, fromJson<{ reward: SkillLiftSums }>(sums).reward);
      }
      return found;
    },

    /** The parts of the sessions, by skill and session; those that are not kept are absent. */
    async units(keys: readonly UnitKey[]): Promise<Map<string, UnitSums | null>> {
      const found = new Map<string, UnitSums | null>();
      for (const [skillId, own] of Map.groupBy(keys, (key) => key.skillId)) {
        for (const chunk of inPieces([...new Set(own.map(({ unit }) => unit))])) {
          const rows = await client.skillLiftUnit.findMany({
            where: { skillId, unit: { in: chunk } },
            select: { unit: true, sums: true },
          });
          for (const { unit, sums } of rows)
            found.set(`${skillId} ${unit}`, fromJson<{ reward: UnitSums | null }>(sums).reward);
        }
      }
      return found;
    },

    async putUnits(rows: readonly (UnitKey & { sums: UnitSums })[], at: Date): Promise<void> {
      for (const chunk of inChunks(rows, CHUNK)) {
        const values = chunk.map(
          ({ skillId, unit, sums }) => Prisma.sql`(${tenant}, ${skillId}, ${unit}, ${write(sums)}, ${at})`,
        );
        await client.$executeRaw`
          INSERT INTO skill_lift_unit (tenant, skill_id, unit, sums, updated_at) VALUES ${Prisma.join(values)}
          ON CONFLICT (tenant, skill_id, unit) DO UPDATE SET
            sums = excluded.sums, updated_at = excluded.updated_at`;
      }
    },

    /** Replaces the sums of skills whose rows are locked. */
    async put(lifts: ReadonlyMap<string, SkillLiftSums>): Promise<void> {
      for (const chunk of inPieces([...lifts])) {
        const values = chunk.map(([id, sums]) => Prisma.sql`(${tenant}, ${id}, ${write(sums)})`);
        await client.$executeRaw`
          INSERT INTO skill_lift (tenant, skill_id, sums) VALUES ${Prisma.join(values)}
          ON CONFLICT (tenant, skill_id) DO UPDATE SET sums = excluded.sums`;
      }
    },
  };
}

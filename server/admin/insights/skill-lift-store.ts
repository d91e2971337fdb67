/** The sums from which the lift of skills is read. */
import type { SkillLiftSums } from '../../domain/measurement/skill-lift.ts';
import type { SkillStatus } from '../../domain/skills/skill.ts';
import { fromJson } from '../../platform/db/database.ts';
import { inPieces, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** `measuredShare` is null while the skill is not measured. */
export interface MeasuredSkill {
  agentId: string;
  status: SkillStatus;
  measuredShare: number | null;
}

export function skillLiftSumsStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async find(id: string): Promise<MeasuredSkill | null> {
      const select = { agentId: true, status: true, measuredShare: true };
      const row = await client.skill.findFirst({ where: { id }, select });
      return row === null ? null : { ...row, status: row.status as SkillStatus };
    },

    async measure(id: string, measuredShare: number | null): Promise<void> {
      await client.skill.updateMany({ where: { id }, data: { measuredShare } });
    },

    /** Those of the skills that are measured now. */
    async measured(skillIds: readonly string[]): Promise<Set<string>> {
      const found = new Set<string>();
      for (const chunk of inPieces([...skillIds])) {
        const where = { id: { in: chunk }, measuredShare: { not: null } };
        for (const { id } of await client.skill.findMany({ where, select: { id: true } })) found.add(id);
      }
      return found;
    },

    /** The sums of those of the skills that were measured, by id. */
    async sums(skillIds: readonly string[]): Promise<Map<string, SkillLiftSums>> {
      const found = new Map<string, SkillLiftSums>();
      for (const chunk of inPieces([...skillIds])) {
        const rows = await client.skillLift.findMany({ where: { skillId: { in: chunk } } });
        for (const { skillId, sums } of rows) {
          found.set(skillId, fromJson<{ reward: SkillLiftSums }>(sums).reward);
        }
      }
      return found;
    },
  };
}

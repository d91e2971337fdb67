/** The sums from which the lift of skills is read. */
import type { SkillLiftSums } from '../../domain/measurement/skill-lift-sums.ts';
import type { SkillStatus } from '../../domain/skills/skill.ts';
import { fromJson } from '../../platform/db/database.ts';
import { inPieces, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

const SKILL = { id: true, agentId: true, status: true } as const;
const MEASUREMENT = { measuredShare: true, measuredFrom: true, measuredUntil: true } as const;

/** A skill with its last measurement; null where it never was measured by itself. */
export interface MeasuredSkill {
  id: string;
  agentId: string;
  status: SkillStatus;
  measuredShare: number | null;
  measuredFrom: Date | null;
  measuredUntil: Date | null;
}

export function skillLiftSumsStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async find(id: string): Promise<MeasuredSkill | null> {
      const row = await client.skill.findFirst({ where: { id }, select: { ...SKILL, ...MEASUREMENT } });
      return row === null ? null : { ...row, status: row.status as SkillStatus };
    },

    async measure(id: string, data: Partial<Pick<MeasuredSkill, keyof typeof MEASUREMENT>>): Promise<void> {
      await client.skill.updateMany({ where: { id }, data });
    },

    /** Those of the skills that are or were measured by themselves. */
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
        for (const { skillId, sums } of rows) found.set(skillId, fromJson(sums));
      }
      return found;
    },
  };
}

/** The sums from which the lift of skills is read. */
import type { SkillLiftSums } from '../../domain/measurement/skill-lift-sums.ts';
import { fromJson } from '../../platform/db/database.ts';
import { inPieces, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

export function skillLiftSumsStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async isSkill(id: string): Promise<boolean> {
      return (await client.skill.findFirst({ where: { id }, select: { id: true } })) !== null;
    },

    /** The sums of those of the skills that were measured, by id. */
    async sums(skillIds: readonly string[]): Promise<Map<string, SkillLiftSums>> {
      const found = new Map<string, SkillLiftSums>();
      for (const some of inPieces([...skillIds])) {
        const rows = await client.skillLift.findMany({ where: { skillId: { in: some } } });
        for (const { skillId, sums } of rows) found.set(skillId, fromJson(sums));
      }
      return found;
    },
  };
}

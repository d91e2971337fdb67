/** The rows of the experiment with rules at the moment. An agent's row is locked, after all other sums, for all that is its own. */
import {
  type MomentSums,
  type MomentUnit,
  NO_MOMENT_LIFT,
  WHOLE_AGENT,
} from '../../domain/moments/moment-lift.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { inPieces, Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

export function momentLiftStore(tx: Tx, tenant: string, agentId: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Locks the agent's rows until the transaction ends; answers with its sums, and those of the skills, by id. */
    async lock(skillIds: readonly string[]): Promise<Map<string, MomentSums>> {
      const none = toJson(NO_MOMENT_LIFT);
      const [own] = await client.$queryRaw<{ sums: string }[]>`
        INSERT INTO moment_lift (tenant, agent_id, skill_id, sums) VALUES (${tenant}, ${agentId}, ${WHOLE_AGENT}, ${none})
        ON CONFLICT (tenant, agent_id, skill_id) DO UPDATE SET sums = moment_lift.sums RETURNING sums`;
      const found = new Map([
        [WHOLE_AGENT, own === undefined ? NO_MOMENT_LIFT : fromJson<MomentSums>(own.sums)],
      ]);
      for (const skillId of inPieces([...skillIds])) {
        const rows = await client.momentLift.findMany({ where: { agentId, skillId: { in: skillId } } });
        for (const row of rows) found.set(row.skillId, fromJson(row.sums));
      }
      return found;
    },

    /** The sessions that are kept, by their name. */
    async units(names: readonly string[]): Promise<Map<string, MomentUnit>> {
      const found = new Map<string, MomentUnit>();
      for (const unit of inPieces([...names])) {
        const rows = await client.momentLiftUnit.findMany({ where: { agentId, unit: { in: unit } } });
        for (const row of rows) found.set(row.unit, fromJson(row.sums));
      }
      return found;
    },

    async put(sums: ReadonlyMap<string, MomentSums>): Promise<void> {
      for (const chunk of inPieces([...sums])) {
        const values = chunk.map(([id, own]) => Prisma.sql`(${tenant}, ${agentId}, ${id}, ${toJson(own)})`);
        await client.$executeRaw`
          INSERT INTO moment_lift (tenant, agent_id, skill_id, sums) VALUES ${Prisma.join(values)}
          ON CONFLICT (tenant, agent_id, skill_id) DO UPDATE SET sums = excluded.sums`;
      }
    },

    async putUnits(units: ReadonlyMap<string, MomentUnit>, at: Date): Promise<void> {
      for (const chunk of inPieces([...units])) {
        const values = chunk.map(
          ([unit, own]) => Prisma.sql`(${tenant}, ${agentId}, ${unit}, ${toJson(own)}, ${at})`,
        );
        await client.$executeRaw`
          INSERT INTO moment_lift_unit (tenant, agent_id, unit, sums, updated_at) VALUES ${Prisma.join(values)}
          ON CONFLICT (tenant, agent_id, unit) DO UPDATE SET sums = excluded.sums, updated_at = excluded.updated_at`;
      }
    },
  };
}

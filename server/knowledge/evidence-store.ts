/** How much evidence there is of skills, for the draw of which one is held back. */
import { type Tx, tenantClient } from '../platform/db/tenant-client.ts';

export function evidenceStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Summed evidence by id of a namespace's servable skills that were changed last. */
    async evidence(agentId: string, limit: number): Promise<Map<string, number>> {
      const rows = await client.$queryRaw<{ id: string; evidence: number }[]>`
        SELECT id, evidence FROM skill
        WHERE tenant = ${tenant} AND agent_id = ${agentId} AND status IN ('active', 'stale')
        ORDER BY updated_at DESC, id DESC LIMIT ${limit}`;
      return new Map(rows.map(({ id, evidence }) => [id, Number(evidence)]));
    },
  };
}

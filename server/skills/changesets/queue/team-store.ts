/** The rows behind working on the queue together: who reviews what, and whom comments wait for. */
import { inPieces, type Tx, tenantClient } from '../../../platform/db/tenant-client.ts';
import type { Assigned } from '../records.ts';

export function teamStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Replaces the assignment of a pending changeset that still has the assignee `from`; returns whether it did. */
    async assign(id: string, from: string | null, assigned: Assigned): Promise<boolean> {
      const where = { id, status: 'pending', assignee: from };
      return (await client.changeset.updateMany({ where, data: assigned })).count === 1;
    },
    /** Notes whom a comment mentions; who is mentioned already stays so. */
    async mention(changesetId: string, actors: readonly string[], at: Date): Promise<void> {
      for (const actor of actors) {
        await client.$executeRaw`
          INSERT INTO mention (tenant, changeset_id, actor, at) VALUES (${tenant}, ${changesetId}, ${actor}, ${at})
          ON CONFLICT (tenant, changeset_id, actor) DO NOTHING`;
      }
    },
    /** Forgets the mentions of somebody who has answered. */
    async answer(changesetId: string, actor: string): Promise<void> {
      await client.mention.deleteMany({ where: { changesetId, actor } });
    },
    /** Those of the changesets that mention somebody who has not answered since. */
    async mentioning(actor: string, ids: readonly string[]): Promise<Set<string>> {
      const found = new Set<string>();
      for (const chunk of inPieces([...ids])) {
        const where = { actor, changesetId: { in: chunk } };
        const rows = await client.mention.findMany({ where, select: { changesetId: true } });
        for (const { changesetId } of rows) found.add(changesetId);
      }
      return found;
    },
  };
}

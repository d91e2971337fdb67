/** All rows of one tenant, whichever feature they belong to. */
import { TENANT_MODELS, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** What stays of a tenant that is erased; see erase-tenant.ts. */
const STAYING = ['knowledgeRevision', 'endedSession'] as const;
type KeptModel = (typeof STAYING)[number];
type ErasedModel = Exclude<(typeof TENANT_MODELS)[number], KeptModel>;

const isRemoved = (model: (typeof TENANT_MODELS)[number]): model is ErasedModel =>
  !(STAYING as readonly string[]).includes(model);

const REMOVED = TENANT_MODELS.filter(isRemoved);

/** What every model's queries can do. */
interface AnyRows {
  count(query: { take: number }): Promise<number>;
  deleteMany(query: object): Promise<{ count: number }>;
}

export function wholeTenantStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const rowsOf = (model: ErasedModel): AnyRows => client[model];
  return {
    async hasRows(): Promise<boolean> {
      for (const model of REMOVED) if ((await rowsOf(model).count({ take: 1 })) > 0) return true;
      return false;
    },
    /** Every change has an audit entry, all but what agents record by the thousand. */
    async hasRowsSince(since: Date): Promise<boolean> {
      const counts = await Promise.all([
        client.auditEntry.count({ where: { at: { gte: since } }, take: 1 }),
        ...[client.recall, client.episode, client.episodeTrace].map((model) =>
          model.count({ where: { createdAt: { gte: since } }, take: 1 }),
        ),
      ]);
      return counts.some((count) => count > 0);
    },
    /** Removes the rows, those of the models in the order of their names, which is the same everywhere. */
    async remove(): Promise<void> {
      for (const model of REMOVED) await rowsOf(model).deleteMany({});
    },
  };
}

/** Saved filters at rest: those of a person, and those of the whole tenant, which have no owner. */
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

export interface SavedFilter {
  id: string;
  /** Null where it is the tenant's. */
  owner: string | null;
  name: string;
  /** The query of the queue's address, without the question mark. */
  query: string;
  createdBy: string;
  createdAt: Date;
}

export function savedFilterStore(tx: Tx, tenant: string) {
  const { savedFilter } = tenantClient(tx, tenant);
  return {
    async add(filter: SavedFilter): Promise<void> {
      await savedFilter.create({ data: filter });
    },
    async find(id: string): Promise<SavedFilter | null> {
      return await savedFilter.findFirst({ where: { id }, omit: { tenant: true } });
    },
    async count(owner: string | null): Promise<number> {
      return await savedFilter.count({ where: { owner } });
    },
    /** The tenant's and those of `owner`, the oldest first. */
    async visibleTo(owner: string): Promise<SavedFilter[]> {
      return await savedFilter.findMany({
        where: { OR: [{ owner: null }, { owner }] },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        omit: { tenant: true },
      });
    },
    async remove(id: string): Promise<boolean> {
      return (await savedFilter.deleteMany({ where: { id } })).count === 1;
    },
  };
}

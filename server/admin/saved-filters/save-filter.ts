/**
 * Filters of the review queue under a name. A reviewer keeps them for themselves or shares them with the tenant; a
 * shared one is removed by whoever saved it, or by an administrator.
 */
import { writeAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { redactIf } from '../../domain/safety/redact.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type SavedFilter, savedFilterStore } from './store.ts';

/** Most of one person, and most of the tenant. */
export const MOST_FILTERS = 50;

interface FilterView extends Pick<SavedFilter, 'id' | 'name' | 'query'> {
  shared: boolean;
  /** Whether the viewer may remove it. */
  removable: boolean;
}

const mayRemove = ({ actor, scopes }: Principal, { owner, createdBy }: SavedFilter): boolean =>
  owner === actor || (owner === null && (createdBy === actor || scopes.has('admin')));

/** The tenant's and the caller's own, in the order in which they were saved. */
export async function listFilters(runtime: Runtime, principal: Principal): Promise<FilterView[]> {
  const rows = await savedFilterStore(runtime.db.read, principal.tenant).visibleTo(principal.actor);
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, query: row.query },
    ...{ shared: row.owner === null, removable: mayRemove(principal, row) },
  }));
}

/** Saves one. Conflict where there are as many as there may be. */
export async function saveFilter(
  runtime: Runtime,
  principal: Principal,
  { name, query, shared }: { name: string; query: string; shared: boolean },
): Promise<{ id: string }> {
  const { tenant, actor } = principal;
  const { redactPii } = runtime.config.recall;
  const filter = {
    ...{ id: runtime.newId('filter'), owner: shared ? null : actor, query },
    ...{
      name: redactIf(redactPii, name),
      createdBy: actor,
      createdAt: runtime.clock(),
    },
  };
  await runtime.db.write(async (tx) => {
    const store = savedFilterStore(tx, tenant);
    if ((await store.count(filter.owner)) >= MOST_FILTERS) {
      throw new ServiceError('conflict', `there are ${MOST_FILTERS} saved filters already: remove one first`);
    }
    await store.add(filter);
    await writeAudit(runtime, tx, principal, {
      action: 'filter.saved',
      resource: `filter:${filter.id}`,
      // A search may name a person; the filter itself is for those who can read the queue.
      details: { name: filter.name, query: redactIf(redactPii, query), shared },
    });
  });
  return { id: filter.id };
}

/** Removes one that the caller may remove; unknown or another person's: 404, shared by somebody else: 403. */
export async function removeFilter(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  await runtime.db.write(async (tx) => {
    const store = savedFilterStore(tx, principal.tenant);
    const filter = await store.find(id);
    if (filter === null || (filter.owner !== null && filter.owner !== principal.actor)) {
      throw notFound('saved filter');
    }
    if (!mayRemove(principal, filter)) {
      throw new ServiceError(
        'forbidden',
        'a shared filter is removed by whoever saved it, or by an administrator',
      );
    }
    if (!(await store.remove(id))) throw notFound('saved filter');
    const { name, owner } = filter;
    await writeAudit(runtime, tx, principal, {
      action: 'filter.removed',
      resource: `filter:${id}`,
      details: { name, shared: owner === null },
    });
  });
}

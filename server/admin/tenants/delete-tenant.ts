/**
 * Deletes a tenant: its keys at once, everything else by a job in bounded steps, which any worker takes up again where
 * another one died. It is audited in the operator's tenant, since the tenant's own audit log goes too.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { writeAudit } from '../../audit/index.ts';
import { Defer, enqueueJob, type Job, type JobContext } from '../../jobs/index.ts';
import { forgetKnowledge, knowledgeOf } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { onDeletion, tenantRulesChanged } from '../../platform/tenants/rules.ts';
import { REMOVED_TABLES, wholeTenantStore } from '../erasure/index.ts';
import { forgetKeys, keyCache } from '../keys/index.ts';
import { tenantStore } from './store.ts';

/** Rows of one transaction. */
const STEP = 500;
/** Longer than other processes take to hear of it, and than a request takes that was under way: then all is swept again. */
const SETTLE_MS = 60_000;

/** Has this process drop what it has in memory of each tenant that is being deleted. */
export function forgetDeletedTenants(runtime: Runtime): void {
  onDeletion(runtime, (tenant) => {
    keyCache(runtime).forgetTenant(tenant);
    knowledgeOf(runtime).forgetTenant(tenant);
  });
}

/**
 * Begins the deletion of a tenant, or restarts one that has stopped. Throws 404 for a tenant without anything, and
 * `conflict` for the one that the operator is signed in to (`home`).
 */
export async function deleteTenant(
  runtime: Runtime,
  tenant: string,
  { home, actor }: { home: string; actor: string },
): Promise<void> {
  if (tenant === home) {
    throw new ServiceError(
      'conflict',
      `you are signed in to the tenant ${tenant}: sign in to another one first`,
    );
  }
  await runtime.db.write(async (tx) => {
    const store = tenantStore(tx, tenant);
    if ((await store.deletionRequestedAt()) === null) {
      if (!(await wholeTenantStore(tx, tenant).hasRows())) throw notFound('tenant');
      const requestedAt = runtime.clock();
      await store.addDeletion({ id: runtime.newId('deletion'), requestedBy: actor, requestedAt });
      const event = { action: 'tenant.deleted', resource: `tenant:${tenant}` } as const;
      await writeAudit(runtime, tx, { tenant: home, actor }, event);
    }
    await removeKeys(runtime, tx, tenant);
    await forgetKnowledge(tx, tenant);
    await enqueueJob(runtime, tx, { kind: 'erase', tenant });
  });
}

/** Nothing authenticates in the tenant from the end of the transaction on, in other processes within some seconds. */
async function removeKeys(runtime: Runtime, tx: Tx, tenant: string) {
  const whole = wholeTenantStore(tx, tenant);
  for (let rows = STEP; rows === STEP; ) rows = await whole.removeSome('api_key', STEP);
  forgetKeys(runtime, tx, tenant);
  tenantRulesChanged(runtime, tx);
}

/** The job: removes all rows, sweeps again when nobody can be writing any more, and closes the deletion. */
export async function eraseTenantRows(
  runtime: Runtime,
  { tenant }: Pick<Job<'erase'>, 'tenant'>,
  { signal, commit }: JobContext,
): Promise<void> {
  const requestedAt = await tenantStore(runtime.db.read, tenant).deletionRequestedAt();
  if (requestedAt === null) return;
  for (const table of REMOVED_TABLES) {
    for (let rows = STEP; rows === STEP; ) {
      signal.throwIfAborted();
      const started = performance.now();
      rows = await commit((tx) => wholeTenantStore(tx, tenant).removeSome(table, STEP));
      // Writers of other tenants get every other turn.
      if (rows > 0) await pause(performance.now() - started);
    }
  }
  const left = requestedAt.getTime() + SETTLE_MS - runtime.clock().getTime();
  if (left > 0) throw new Defer(left);
  await commit(async (tx) => {
    await tenantStore(tx, tenant).finishDeletion(runtime.clock());
    tenantRulesChanged(runtime, tx);
  });
}

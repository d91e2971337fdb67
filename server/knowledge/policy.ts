/**
 * The settings of approval, recall and canaries as they hold in a tenant. Recalls take them from the snapshot of the shared
 * skills, everything else from here; a change raises the revision of that snapshot.
 */
import type { OwnPolicy } from '../domain/admin/policy/resolve-policy.ts';
import { SHARED_AGENT } from '../domain/fields.ts';
import { type TenantConfig, tenantConfig } from '../platform/config/tenant-config.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { bumpSkills } from './revisions.ts';
import { policyStore } from './store.ts';

/** The tenant's own values that hold now; null where it never had any. */
export async function ownPolicy(tx: Tx, tenant: string): Promise<OwnPolicy | null> {
  const [row] = await policyStore(tx, tenant).newest(1);
  return row?.settings ?? null;
}

/** The settings that hold in a tenant. */
export async function readTenantConfig({ config }: Runtime, tx: Tx, tenant: string): Promise<TenantConfig> {
  return tenantConfig(config, await ownPolicy(tx, tenant));
}

/** Tells every process that the tenant's own values changed; until the transaction ends nobody else gets past this call. */
export async function bumpPolicy(tx: Tx, tenant: string): Promise<void> {
  await bumpSkills(tx, tenant, SHARED_AGENT, []);
}

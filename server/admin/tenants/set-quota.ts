/** Sets what the operator allows a tenant. It holds at once here, and within some seconds in other processes. */
import { writeAudit } from '../../audit/index.ts';
import type { Quota } from '../../domain/admin/tenant.ts';
import { snakeCase } from '../../domain/camel-case.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { tenantRulesChanged } from '../../platform/tenants/rules.ts';
import { quotaStore } from '../../platform/tenants/store.ts';
import { tenantStore } from './store.ts';

const sent = (quota: Quota) =>
  Object.fromEntries(Object.entries(quota).map(([name, value]) => [snakeCase(name), value]));

/** Replaces all limits. A tenant need not have stored anything. */
export async function setQuota(
  runtime: Runtime,
  { tenant, actor }: { tenant: string; actor: string },
  quota: Quota,
): Promise<Quota> {
  await runtime.db.write(async (tx) => {
    const before = await quotaStore(tx, tenant).read();
    await tenantStore(tx, tenant).setQuota(quota, { changedBy: actor, changedAt: runtime.clock() });
    const details = { before: sent(before), after: sent(quota) };
    const resource = `tenant:${tenant}` as const;
    await writeAudit(runtime, tx, { tenant, actor }, { action: 'tenant.quota_changed', resource, details });
    tenantRulesChanged(runtime, tx);
  });
  return quota;
}

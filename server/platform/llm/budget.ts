/** The daily tokens of each tenant: the installation's budget, and what its operator allows the tenant. */
import type { Runtime } from '../runtime.ts';
import { createMeter } from '../tenants/meter.ts';
import { overQuota } from '../tenants/quotas.ts';
import { quotaOf } from '../tenants/rules.ts';
import { OverBudget } from './model-errors.ts';
import { usageStore } from './usage-store.ts';

export interface Budget {
  /** Throws {@link OverBudget} where the tenant has used its tokens of the day. */
  check(tenant: string): Promise<void>;
  /** Counts tokens as used, at once, and as written when `write` is done. Fails as `write` does. */
  use(tenant: string, tokens: number, write: (day: string) => Promise<void>): Promise<void>;
}

export function createBudget(runtime: Runtime): Budget {
  const meter = createMeter(runtime, (tenant, day) => usageStore(runtime.db.read, tenant).tokensOn(day));
  const { dailyTokenBudget: budget } = runtime.config.limits;
  return {
    async check(tenant) {
      const quota = (await quotaOf(runtime, tenant))?.tokensPerDay ?? null;
      if (budget === 0 && quota === null) return;
      const used = await meter.used(tenant);
      if (quota !== null && used >= quota) throw new OverBudget(overQuota(runtime, 'tokensPerDay', quota));
      if (budget !== 0 && used >= budget) throw new OverBudget();
    },
    async use(tenant, tokens, write) {
      const { period, settle } = meter.hold(tenant, tokens);
      await write(period);
      settle(tokens);
    },
  };
}

/** Holds requests against what the operator allows their tenant. Tenants without a quota cost nothing. */
import type { Quota } from '../../domain/admin/tenant.ts';
import { DAY_MS, dayNumber } from '../../domain/time.ts';
import type { Tx } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { createMeter, type Meter } from './meter.ts';
import { knownQuota, quotaOf } from './rules.ts';
import { quotaStore } from './store.ts';

const WORDS: Record<keyof Quota, string> = {
  episodesPerDay: 'episodes per day',
  memories: 'memories',
  skills: 'skills',
  tokensPerDay: 'learning tokens per day',
};

/** The refusal of what would exceed a limit: it says which, and when that of a day begins anew. */
export function overQuota({ clock }: Pick<Runtime, 'clock'>, name: keyof Quota, limit: number): ServiceError {
  const over = `over the tenant's quota of ${WORDS[name]}: the limit is ${limit}`;
  if (!name.endsWith('PerDay')) return new ServiceError('over_quota', over);
  const reset = (dayNumber(clock()) + 1) * DAY_MS;
  const retryAfterSeconds = Math.ceil((reset - clock().getTime()) / 1000);
  const resets = `, it resets at ${new Date(reset).toISOString()}`;
  return new ServiceError('over_quota', over + resets, { retryAfterSeconds });
}

/** What requests are counted for before they are stored. */
type Counted = 'episodesPerDay' | 'memories';

const meters = (runtime: Runtime): Record<Counted, Meter> =>
  runtime.once('tenants.meters', () => ({
    episodesPerDay: createMeter(runtime, (tenant, day) =>
      quotaStore(runtime.db.read, tenant).episodesOn(dayNumber(new Date(day))),
    ),
    memories: createMeter(
      runtime,
      (tenant) => quotaStore(runtime.db.read, tenant).countMemories(),
      () => '',
    ),
  }));

/**
 * Does `work`, which stores up to `count` and answers how many it did by `storedBy`. Throws `over_quota`, before anything
 * is done, where that many would exceed the limit. Of requests of this process at once no more pass than there is room for.
 */
export async function withinQuota<T>(
  runtime: Runtime,
  tenant: string,
  { name, count }: { name: Counted; count: number },
  { work, storedBy }: { work: () => Promise<T>; storedBy: (result: T) => number },
): Promise<T> {
  const limit = (await quotaOf(runtime, tenant))?.[name] ?? null;
  if (limit === null) return await work();
  const meter = meters(runtime)[name];
  await meter.used(tenant);
  if (!meter.fits(tenant, count, limit)) throw overQuota(runtime, name, limit);
  const { settle } = meter.hold(tenant, count);
  let stored = 0;
  try {
    const result = await work();
    stored = storedBy(result);
    return result;
  } finally {
    settle(stored);
  }
}

/** Whether a tenant has no room for another memory. */
export async function isFullOfMemories(runtime: Runtime, tenant: string): Promise<boolean> {
  const limit = (await quotaOf(runtime, tenant))?.memories ?? null;
  return limit !== null && (await meters(runtime).memories.used(tenant)) >= limit;
}

/** The refusal of so many more skills, counted in the transaction that would add them; null where there is room. */
export async function refusedSkills(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  added: number,
): Promise<ServiceError | null> {
  if (added === 0) return null;
  const limit = knownQuota(runtime, tenant)?.skills ?? null;
  if (limit === null || (await quotaStore(tx, tenant).countSkills()) + added <= limit) return null;
  return overQuota(runtime, 'skills', limit);
}

/**
 * What the operator says of tenants, as every process has it in memory: requests ask here and wait for no query, except
 * the first one and the first one after a rest.
 */
import type { Quota } from '../../domain/admin/tenant.ts';
import { afterCommit, type Tx } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import { errorFields } from '../log/log.ts';
import type { Runtime } from '../runtime.ts';
import { readTenantRules, type TenantRules } from './store.ts';

/** After so long what is in memory is read again, beside the requests. */
const FRESH_MS = 5000;
/** After so long they wait for it: as long as a revoked key may go on. */
const STALE_MS = 30_000;

interface Kept {
  rules: TenantRules | null;
  readAt: number;
  reading: Promise<void> | null;
  forget: ((tenant: string) => void)[];
}

const kept = (runtime: Runtime): Kept =>
  runtime.once('tenants.rules', () => ({
    ...{ rules: null, readAt: Number.NEGATIVE_INFINITY, reading: null, forget: [] },
  }));

async function read(runtime: Runtime, state: Kept): Promise<void> {
  const at = runtime.clock().getTime();
  try {
    const rules = await readTenantRules(runtime.db.read);
    const before = state.rules?.deleting;
    Object.assign(state, { rules, readAt: at });
    for (const tenant of rules.deleting) {
      if (before?.has(tenant) !== true) for (const forget of state.forget) forget(tenant);
    }
  } catch (error) {
    if (state.rules === null) throw error;
    // Requests go on by what is known, and the next reading is after the same time as any other.
    state.readAt = at;
    runtime.log.warn('tenants.rules_not_read', errorFields(error));
  }
}

async function tenantRules(runtime: Runtime): Promise<TenantRules> {
  const state = kept(runtime);
  const age = Math.abs(runtime.clock().getTime() - state.readAt);
  if (age >= FRESH_MS) {
    state.reading ??= read(runtime, state).finally(() => {
      state.reading = null;
    });
    if (state.rules === null || age >= STALE_MS) await state.reading;
  }
  if (state.rules === null) throw new Error('what is allowed to tenants was not read');
  return state.rules;
}

/** Makes this process read them again, once `tx` is committed; others do within some seconds. */
export function tenantRulesChanged(runtime: Runtime, tx: Tx): void {
  afterCommit(tx, () => {
    kept(runtime).readAt = Number.NEGATIVE_INFINITY;
  });
}

/** Has `forget` called with each tenant that this process learns is being deleted. */
export function onDeletion(runtime: Runtime, forget: (tenant: string) => void): void {
  kept(runtime).forget.push(forget);
}

/** The limits of a tenant; null where it has none. */
export async function quotaOf(runtime: Runtime, tenant: string): Promise<Quota | null> {
  return (await tenantRules(runtime)).quotas.get(tenant) ?? null;
}

/** As {@link quotaOf}, by what is in memory: in a transaction, where to wait for a reader could be for ever. */
export function knownQuota(runtime: Runtime, tenant: string): Quota | null {
  return kept(runtime).rules?.quotas.get(tenant) ?? null;
}

/** Whether a tenant is being deleted: nothing is served or stored in it. */
export async function isBeingDeleted(runtime: Runtime, tenant: string): Promise<boolean> {
  return (await tenantRules(runtime)).deleting.has(tenant);
}

/** Throws 403 where the tenant is being deleted. */
export async function refuseDeleted<P extends { tenant: string }>(runtime: Runtime, who: P): Promise<P> {
  if (!(await isBeingDeleted(runtime, who.tenant))) return who;
  throw new ServiceError('forbidden', `the tenant ${who.tenant} is being deleted`);
}

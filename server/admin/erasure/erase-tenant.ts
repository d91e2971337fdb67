/**
 * Removes everything of a tenant. What stays is what the gateway itself rests on: the revisions of its
 * knowledge, so that no process serves from memory what is gone, and the sessions that were ended, so that none
 * of them comes to life again.
 */
import { forgetKnowledge } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { forgetKeys } from '../keys/index.ts';
import { wholeTenantStore } from './whole-tenant-store.ts';

/**
 * Removes all rows of `tenant` in the caller's transaction, which suits a tenant of some thousand rows; a large
 * one would keep others waiting. Its API keys are refused at once by this process, by others within 30 s. The
 * caller writes the audit entry, into a tenant that stays.
 */
export async function eraseTenant(runtime: Runtime, tx: Tx, tenant: string): Promise<void> {
  await forgetKnowledge(tx, tenant);
  forgetKeys(runtime, tx, tenant);
  await wholeTenantStore(tx, tenant).remove();
}

/** Whether anything was changed or recorded for `tenant` at `since` or later. */
export async function wasUsedSince(tx: Tx, tenant: string, since: Date): Promise<boolean> {
  return await wholeTenantStore(tx, tenant).hasRowsSince(since);
}

/** Whether anything is stored of `tenant` that {@link eraseTenant} would remove. */
export async function hasRows(tx: Tx, tenant: string): Promise<boolean> {
  return await wholeTenantStore(tx, tenant).hasRows();
}

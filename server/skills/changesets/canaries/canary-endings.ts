/** What ends canaries: decisive evidence, a rollback of the skill, age or disuse. */

import { SYSTEM_ACTORS } from '../../../domain/principal.ts';
import { DAY_MS } from '../../../domain/time.ts';
import { readTenantConfig } from '../../../knowledge/index.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { creditArms, experimentStore, type TrialStep } from '../../canary/index.ts';
import { endCanary, releaseQueued } from './end-canary.ts';

/** Most canaries of an agent that one transaction expires. */
const AT_ONCE = 50;

/** Credits the arms of canaries and ends those that this decides. The caller has locked them as running. */
export async function creditCanaries(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  steps: TrialStep[],
): Promise<void> {
  for (const { experiment, verdict } of await creditArms(runtime, tx, tenant, steps)) {
    const { decision: trigger, reason } = verdict;
    await endCanary(runtime, tx, tenant, { experiment, trigger, actor: SYSTEM_ACTORS.canary, reason });
  }
}

/**
 * After a rollback of the skill to `version`: its canary is over, and queued changesets have their turn. The
 * caller has locked the library and written the version.
 */
export async function stopForRollback(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { actor, skillId, version }: { actor: string; skillId: string; version: number },
): Promise<void> {
  const reason = `the skill was rolled back to version ${version}`;
  for (const experiment of await experimentStore(tx, tenant).runningOn([skillId])) {
    await endCanary(runtime, tx, tenant, { experiment, trigger: 'rollback', actor, reason });
  }
  // Also without a canary here: a changeset of several skills may wait for the canary on another one.
  await releaseQueued(runtime, tx, tenant, skillId);
}

/**
 * Expires canaries of an agent that are too old or whose skill is no longer served; returns how many, at most
 * as many as one transaction takes. The caller has locked the library.
 */
export async function expireCanaries(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  agentId: string,
): Promise<{ expired: number; more: boolean }> {
  const store = experimentStore(tx, tenant);
  const { canary } = await readTenantConfig(runtime, tx, tenant);
  const until = new Date(runtime.clock().getTime() - canary.maxDays * DAY_MS);
  const due = await store.expired(agentId, until, AT_ONCE);
  let expired = 0;
  for (const { id, reason } of due) {
    const experiment = await store.find(id);
    if (experiment === null) continue;
    const end = { experiment, trigger: 'expire', actor: SYSTEM_ACTORS.canary, reason } as const;
    expired += Number(await endCanary(runtime, tx, tenant, end));
  }
  return { expired, more: due.length === AT_ONCE };
}

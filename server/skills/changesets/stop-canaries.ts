/** The ends of canaries that no evidence brings: a rollback of the skill, and age or disuse. */

import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Decided, experimentStore } from '../canary/index.ts';
import { releaseQueued } from './release-queued.ts';
import { settleCanary, stopCanary } from './settle-canary.ts';

/** Most canaries of an agent that one transaction expires. */
const AT_ONCE = 50;

/** Settles canaries whose evidence is decisive. The caller holds their libraries. */
export async function settleDecided(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  decided: Decided[],
): Promise<void> {
  for (const { experiment, verdict } of decided) {
    const { decision: trigger, reason } = verdict;
    await settleCanary(runtime, tx, tenant, {
      experiment,
      ending: { trigger, actor: SYSTEM_ACTORS.canary, reason },
    });
  }
}

/**
 * After a rollback of the skill to `version`: its canary is over, whoever waited is asked anew. The caller holds the library and has
 * written the version.
 */
export async function stopForRollback(
  runtime: Runtime,
  tx: Tx,
  { tenant, actor, skillId, version }: { tenant: string; actor: string; skillId: string; version: number },
): Promise<void> {
  const reason = `the skill was rolled back to version ${version}`;
  for (const experiment of await experimentStore(tx, tenant).runningOn([skillId])) {
    await stopCanary(runtime, tx, tenant, { experiment, ending: { trigger: 'rollback', actor, reason } });
  }
  await releaseQueued(runtime, tx, tenant, skillId);
}

/**
 * Expires canaries of an agent that are too old or whose skill is served no more; returns how many, at most as many as one
 * transaction takes. The caller holds the library.
 */
export async function expireCanaries(
  runtime: Runtime,
  tx: Tx,
  { tenant, agentId }: { tenant: string; agentId: string },
): Promise<{ expired: number; more: boolean }> {
  const store = experimentStore(tx, tenant);
  const until = new Date(runtime.clock().getTime() - runtime.config.canary.maxDays * DAY_MS);
  const due = await store.expired(agentId, until, AT_ONCE);
  let expired = 0;
  for (const { id, reason } of due) {
    const experiment = await store.find(id);
    if (experiment === null) continue;
    const ending = { trigger: 'expire', actor: SYSTEM_ACTORS.canary, reason } as const;
    expired += Number(await settleCanary(runtime, tx, tenant, { experiment, ending }));
  }
  return { expired, more: due.length === AT_ONCE };
}

/** Whose texts teach an agent by policy: the tenant's settings, the agent's lists of tools, and how many users it has. */
import { isDeepStrictEqual } from 'node:util';
import type { TrustPolicy, UserTrust } from '../../domain/trust/parts.ts';
import { userKey } from '../../domain/trust/source-names.ts';
import { readTenantConfig } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { lockLibrary } from '../../skills/library/index.ts';
import { sourceStore } from './store.ts';

export async function readTrust(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  agentId: string,
): Promise<TrustPolicy> {
  const { governance } = await readTenantConfig(runtime, tx, tenant);
  const { untrustedNeedsReview: mode, userRulesNeedReview } = governance;
  const store = sourceStore(tx, tenant);
  const lists = await store.lists(agentId);
  const setting = mode === 'false' ? 'false' : userRulesNeedReview;
  const users = await userTrust(setting, () => store.someUsers(agentId));
  return { ...lists, mode, users };
}

/** What was learned under another policy is not stored: some of it would be on the wrong side. */
export class TrustChanged extends Error {
  override readonly name = 'TrustChanged';
}

/** Throws {@link TrustChanged} where the policy is not `trust` any more. It cannot change before the transaction ends. */
export async function requireSameTrust(
  runtime: Runtime,
  tx: Tx,
  { tenant, agentId, trust }: { tenant: string; agentId: string; trust: TrustPolicy },
): Promise<void> {
  await lockLibrary(tx, tenant, agentId);
  const now = await readTrust(runtime, tx, tenant, agentId);
  if (!isDeepStrictEqual(now, trust)) throw new TrustChanged('whose texts are trusted has changed meanwhile');
}

/** The one user of an agent is as good as its developer. */
async function userTrust(
  setting: 'auto' | 'true' | 'false',
  readUsers: () => Promise<string[]>,
): Promise<UserTrust> {
  if (setting !== 'auto') return setting === 'true' ? 'held' : 'trusted';
  return new Set((await readUsers()).map(userKey)).size > 1 ? 'confirmed' : 'trusted';
}

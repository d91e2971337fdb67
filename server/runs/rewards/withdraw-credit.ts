/**
 * Takes back all that an episode was credited for, so that it can be credited anew to what is known of it now. Every sum
 * ends as if the episode had never been.
 */
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { groupSums } from './lift-group.ts';
import { replaceReward } from './replace-reward.ts';
import { type LedgerEntry, ledgerStore } from './store.ts';
import { withdrawalStore } from './withdrawal-store.ts';

/** Withdraws the credit of the locked episode; `bullets` are the rules that its recall served. */
export async function withdrawCredit(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { entry, bullets }: { entry: LedgerEntry; bullets: readonly string[] },
): Promise<void> {
  await replaceReward(runtime, tx, tenant, { entry, reward: null });
  const ledger = ledgerStore(tx, tenant, runtime.db.dialect);
  const skills = await withdrawalStore(tx, tenant).removeCredits(entry.episodeId);
  if (skills.length > 0) {
    const steps = skills.map((skillId) => ({ skillId, uses: -1, evidence: 0, reward: 0 }));
    await ledger.addToSkills(steps, null);
    await ledger.addToBullets(new Map([...new Set(bullets)].map((id) => [id, -1])));
  }
  await ledger.addToTotals([{ agentId: entry.agentId, episodes: -1, ...groupSums([]) }]);
}

/**
 * A better signal replaces an episode's reward and everything that was credited from it, as if it had been there from the
 * start. The episode's row is locked first, so signals that arrive at once take their turn and the last one stands.
 */
import { creditSteps, evidenceOf, subtractEvidence } from '../domain/rewards/credit.ts';
import type { Reward } from '../domain/rewards/reward.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { groupSums } from './lift-group.ts';
import { type LedgerEntry, ledgerStore } from './store.ts';

/** Locks an episode's entry until the transaction ends; null where the tenant has no such episode. */
export async function lockEntry(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  episodeId: string,
): Promise<LedgerEntry | null> {
  return await ledgerStore(tx, tenant, runtime.db.dialect).lockEntry(episodeId);
}

/** Makes `reward` that of the locked episode and moves all sums by the difference. The same reward changes nothing. */
export async function replaceReward(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { entry, reward }: { entry: LedgerEntry; reward: Reward | null },
): Promise<void> {
  const ledger = ledgerStore(tx, tenant, runtime.db.dialect);
  const [before, after] = [evidenceOf(entry.reward), evidenceOf(reward)];
  await ledger.setReward(entry.episodeId, reward);
  const keys = await ledger.creditedSkills(entry.episodeId);
  const steps = creditSteps({ keys, evidence: before }, { keys, evidence: after });
  if (steps.size > 0) {
    const skills = [...steps].map(([skillId, { uses, weight, reward: gained }]) => ({
      skillId,
      uses,
      evidence: weight,
      reward: gained,
    }));
    await ledger.addToSkills(skills, null);
  }
  if (entry.liftGroup !== null) {
    const change = { liftGroup: entry.liftGroup, evidence: subtractEvidence(after, before) };
    await ledger.addToTotals([{ agentId: entry.agentId, episodes: 0, ...groupSums([change]) }]);
  }
}

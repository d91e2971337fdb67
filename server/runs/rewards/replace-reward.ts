/**
 * A better signal replaces an episode's reward and everything that was credited from it, as if it had been
 * there from the start. The episode's row is locked first, so signals that arrive at once take their turn and
 * the last one counts.
 */

import {
  confirmVerdicts,
  type RuleVerdict,
  type Tally,
  tallyChanges,
  withRecorded,
} from '../../domain/learning/reflection/rule-verdicts.ts';
import {
  creditChanges,
  NO_CREDIT,
  type Reward,
  subtractEvidence,
  toEvidence,
} from '../../domain/runs/reward.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { lockRunningCanaries, type TrialAttribution } from '../../skills/canary/index.ts';
import { creditCanaries } from '../../skills/changesets/index.ts';
import { creditLift } from './credit-lift.ts';
import { creditSkillLifts } from './credit-skill-lifts.ts';
import { creditWeekSteps } from './credit-weeks.ts';
import type { LedgerEntry } from './entry-store.ts';
import { type CreditRow, ledgerStore, withdrawalStore } from './store.ts';

/** The canaries that an episode was counted for. */
function trialAttributions(credits: readonly CreditRow[]): TrialAttribution[] {
  return credits.flatMap(({ experimentId, randomizationUnit, arm }) =>
    experimentId === null || randomizationUnit === null
      ? []
      : [{ experimentId, randomizationUnit, arm: arm as Arm, propensity: null }],
  );
}

/** Locks an episode's entry until the transaction ends; null where the tenant has no such episode. */
export async function lockEntry(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  episodeId: string,
): Promise<LedgerEntry | null> {
  return await ledgerStore(tx, tenant, runtime.db.dialect).lockEntry(episodeId);
}

/**
 * Makes `reward` that of the locked episode and moves all sums by the difference. The same reward moves
 * nothing but the verdicts on rules that new `feedback` confirms.
 */
export async function replaceReward(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  {
    entry,
    reward,
    feedback = entry.feedback,
    recorded,
  }: {
    entry: LedgerEntry;
    reward: Reward | null;
    feedback?: { score: number } | null;
    /** What its calls show of the rules that it was shown, where more of them has become known. */
    recorded?: readonly RuleVerdict[];
  },
): Promise<void> {
  const ledger = ledgerStore(tx, tenant, runtime.db.dialect);
  const [before, after] = [toEvidence(entry.reward), toEvidence(reward)];
  await ledger.setReward(entry.episodeId, reward);
  if (!entry.isCredited) return;
  const known = recorded === undefined ? entry.verdicts : withRecorded(recorded, entry.verdicts);
  const verdicts = confirmVerdicts(known, feedback?.score ?? null);
  const tally = { verdicts, reward: reward?.reward ?? null };
  const change = subtractEvidence(after, before);
  // Also so that no total is locked here before the skills, which nothing else would lock then.
  if (change.weight === 0 && change.reward === 0) {
    await moveVerdicts(ledger, entry, tally);
    return;
  }
  const credits = await ledger.credits(entry.episodeId);
  const keys = credits.map(({ skillId }) => skillId);
  const trials = trialAttributions(credits);
  const running = await lockRunningCanaries(tx, tenant, trials);
  const steps = creditChanges({ keys, evidence: before }, { keys, evidence: after });
  if (steps.size > 0) {
    const skills = [...steps].map(([skillId, { uses, weight, reward: gained }]) => ({
      skillId,
      agentId: entry.agentId,
      uses,
      evidence: weight,
      reward: gained,
    }));
    await ledger.addToSkills(skills, null);
    await ledger.addToWeeks(
      creditWeekSteps([{ credits, recordedAt: entry.recordedAt, runs: 0, before, after }]),
    );
  }
  await moveVerdicts(ledger, entry, tally);
  const counted = trials.filter(({ experimentId }) => running.has(experimentId));
  const trialChanges = counted.map((attribution) => ({ ...attribution, evidence: change }));
  await creditCanaries(runtime, tx, tenant, trialChanges);
  if (entry.liftGroup !== null) {
    await creditLift(runtime, tx, tenant, [{ ...entry, episodes: 0, evidence: change }]);
  }
  const { holdback } = entry;
  await creditSkillLifts(runtime, tx, tenant, [{ holdback, evidence: change, isNew: false }]);
}

/**
 * Makes `verdicts` those of the locked episode in place of earlier ones, and moves the counters of its rules
 * by the difference. What counts is decided by the episode's reward and feedback; what its calls show of its rules stays. The
 * same verdicts change nothing, and those of an episode that is not credited count nowhere.
 */
export async function replaceVerdicts(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { entry, verdicts }: { entry: LedgerEntry; verdicts: readonly RuleVerdict[] },
): Promise<void> {
  if (!entry.isCredited) return;
  const recorded = entry.verdicts.filter(({ isRecorded }) => isRecorded);
  const confirmed = confirmVerdicts(withRecorded(recorded, verdicts), entry.feedback?.score ?? null);
  const ledger = ledgerStore(tx, tenant, runtime.db.dialect);
  await moveVerdicts(ledger, entry, { verdicts: confirmed, reward: entry.reward?.reward ?? null });
}

/** Makes `after` the tally of an episode's rules, and moves their counters by the difference. */
async function moveVerdicts(
  ledger: ReturnType<typeof ledgerStore>,
  { episodeId, agentId, verdicts, reward }: LedgerEntry,
  after: Tally,
): Promise<void> {
  if (verdicts.length === 0 && after.verdicts.length === 0) return;
  await ledger.setVerdicts(episodeId, after.verdicts);
  const steps = tallyChanges({ verdicts, reward: reward?.reward ?? null }, after);
  if (steps.size === 0) return;
  const credits = await ledger.credits(episodeId);
  // Rules belong to credited skills, and every change of rules locks their skills in order first.
  const nothing = credits.map(({ skillId }) => ({ skillId, agentId, uses: 0, evidence: 0, reward: 0 }));
  await ledger.addToSkills(nothing, null);
  await ledger.addToVerdicts(steps);
}

/**
 * Takes back all that the locked episode was credited for, so that it can be credited again to what is known
 * of it now. Every sum ends as if the episode had never been. `bullets` are the rules that its recall served.
 */
export async function withdrawCredit(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { entry, bullets }: { entry: LedgerEntry; bullets: readonly string[] },
): Promise<void> {
  await replaceReward(runtime, tx, tenant, { entry, reward: null });
  const ledger = ledgerStore(tx, tenant, runtime.db.dialect);
  const unrewarded = { ...entry, reward: null };
  if (entry.isCredited) await moveVerdicts(ledger, unrewarded, { verdicts: [], reward: null });
  const credits = await ledger.credits(entry.episodeId);
  if (credits.length > 0) {
    await withdrawalStore(tx, tenant).removeCredits(entry.episodeId);
    const { agentId } = entry;
    const steps = credits.map(({ skillId }) => ({ skillId, agentId, uses: -1, evidence: 0, reward: 0 }));
    await ledger.addToSkills(steps, null);
    const none = NO_CREDIT.evidence;
    const gone = { credits, recordedAt: entry.recordedAt, runs: -1, before: none, after: none };
    await ledger.addToWeeks(creditWeekSteps([gone]));
    await ledger.addToBullets(new Map([...new Set(bullets)].map((id) => [id, -1])));
  }
  await creditLift(runtime, tx, tenant, [{ ...entry, episodes: -1, evidence: NO_CREDIT.evidence }]);
}

/** The ledger's entry of an episode: what its own row keeps of it. */
import type { RuleVerdict } from '../../domain/learning/reflection/rule-verdicts.ts';
import type { Outcome } from '../../domain/runs/episodes/episode.ts';
import type { HoldbackPart } from '../../domain/runs/holdback.ts';
import type { Reward, RewardSource } from '../../domain/runs/reward.ts';
import { fromJsonOrNull, toJson } from '../../platform/db/database.ts';
import type { TenantClient } from '../../platform/db/tenant-client.ts';
import type { LiftGroup } from './credit-lift.ts';
import type { CreditRow } from './store.ts';

/** What an episode's reward rests on, and what has been credited from it. */
export interface LedgerEntry {
  episodeId: string;
  agentId: string;
  outcome: Outcome;
  verification: { passed: boolean } | null;
  /** Whether its reward is evidence. */
  isCredited: boolean;
  liftGroup: LiftGroup | null;
  liftUnit: string | null;
  recordedAt: Date;
  reward: Reward | null;
  /** What a model took an unreported outcome for, however sure it was. */
  judge: { outcome: Outcome; confidence: number } | null;
  /** The verdicts on its rules that are counted, against the present reward. */
  verdicts: RuleVerdict[];
  /** The latest that was given, whether it decides the reward or not. */
  feedback: { score: number; createdAt: Date } | null;
  /** What it tells about the lift of skills. */
  holdback: HoldbackPart | null;
}

/** What an episode's own row keeps of the ledger. */
export function entryRows(client: TenantClient) {
  return {
    /**
     * Locks an episode until the transaction ends and reads its entry; null where there is no such episode.
     */
    async lockEntry(episodeId: string): Promise<LedgerEntry | null> {
      const where = { id: episodeId };
      const { count } = await client.episode.updateMany({
        where,
        data: { reflectAttempts: { increment: 0 } },
      });
      if (count === 0) return null;
      const row = await client.episode.findFirst({ where, select: ENTRY });
      if (row === null) return null;
      const feedback = await client.feedback.findFirst({
        where: { episodeId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { score: true, createdAt: true },
      });
      return { ...toEntry(episodeId, row), feedback };
    },

    async setReward(episodeId: string, reward: Reward | null): Promise<void> {
      await client.episode.updateMany({
        where: { id: episodeId },
        data: {
          reward: reward?.reward ?? null,
          rewardStrength: reward?.strength ?? null,
          rewardSource: reward?.source ?? null,
        },
      });
    },

    async setVerdicts(episodeId: string, verdicts: readonly RuleVerdict[]): Promise<void> {
      await client.episode.updateMany({
        where: { id: episodeId },
        data: { verdicts: verdicts.length === 0 ? null : toJson(verdicts) },
      });
    },

    async credits(episodeId: string): Promise<CreditRow[]> {
      const rows = await client.episodeCredit.findMany({ where: { episodeId } });
      return rows.map(({ unit: randomizationUnit, ...row }) => ({ ...row, randomizationUnit }));
    },
  };
}

const ENTRY = {
  agentId: true,
  outcome: true,
  verificationPassed: true,
  credited: true,
  liftGroup: true,
  liftUnit: true,
  reward: true,
  rewardStrength: true,
  rewardSource: true,
  judgeOutcome: true,
  judgeConfidence: true,
  verdicts: true,
  holdback: true,
  createdAt: true,
} as const;

interface EntryRow {
  agentId: string;
  outcome: string;
  verificationPassed: boolean | null;
  credited: boolean | null;
  liftGroup: string | null;
  liftUnit: string | null;
  reward: number | null;
  rewardStrength: number | null;
  rewardSource: string | null;
  judgeOutcome: string | null;
  judgeConfidence: number | null;
  verdicts: string | null;
  holdback: string | null;
  createdAt: Date;
}

function toEntry(episodeId: string, row: EntryRow): Omit<LedgerEntry, 'feedback'> {
  const { reward, rewardStrength: strength, rewardSource: source } = row;
  const { judgeOutcome, judgeConfidence } = row;
  return {
    episodeId,
    agentId: row.agentId,
    outcome: row.outcome as Outcome,
    verification: row.verificationPassed === null ? null : { passed: row.verificationPassed },
    // What was recorded before that was kept is credited as it was then.
    isCredited: row.credited ?? true,
    liftGroup: row.liftGroup as LiftGroup | null,
    liftUnit: row.liftUnit,
    recordedAt: row.createdAt,
    reward:
      reward === null || strength === null || source === null
        ? null
        : { reward, strength, source: source as RewardSource },
    judge:
      judgeOutcome === null || judgeConfidence === null
        ? null
        : { outcome: judgeOutcome as Outcome, confidence: judgeConfidence },
    verdicts: fromJsonOrNull(row.verdicts) ?? [],
    holdback: fromJsonOrNull(row.holdback),
  };
}

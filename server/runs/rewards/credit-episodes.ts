/**
 * Credits episodes that were just recorded: their skills and rules were used, their reward is evidence, and
 * the agent has recorded so many more. All of it in the transaction that adds them, so that no counter can
 * miss or repeat one.
 */

import type { Evidence } from '../../domain/measurement/beta.ts';
import { HELD_BACK, type HoldbackPart } from '../../domain/runs/holdback.ts';
import { addEvidence, creditSteps, NO_CREDIT } from '../../domain/runs/reward.ts';
import type { MeasureSums } from '../../domain/skills/canary/measures.ts';
import { weekOf } from '../../domain/time.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { lockRunningCanaries, type TrialAttribution, type TrialStep } from '../../skills/canary/index.ts';
import { creditCanaries } from '../../skills/changesets/index.ts';
import { creditSkillLifts, durationSums, type SkillLiftStep } from './credit-skill-lifts.ts';
import { type CreditRow, ledgerStore, type SkillStep, type TotalsStep, type WeekStep } from './store.ts';

/** A skill that an episode used, in the version and canary arm that was served. */
export interface CreditedSkill {
  skillId: string;
  version: number;
  arm: string | null;
  /** The canary that it was part of. */
  trial?: TrialAttribution;
}

/** What a recorded episode is credited to; no skill is named twice. */
export interface EpisodeCredit {
  episodeId: string;
  agentId: string;
  recordedAt: Date;
  skills: CreditedSkill[];
  /** Rules of those skills that were served. */
  bullets: string[];
  liftGroup: LiftGroup | null;
  /** What it tells about the worth of skills. */
  holdback: HoldbackPart | null;
  durationMs: number | null;
  /** What a canary measures of it beside its success. */
  measures: MeasureSums;
  evidence: Evidence;
}

/**
 * Credits `episodes`, none of which was credited before; answers with how many each of their agents has
 * recorded now.
 */
export async function creditEpisodes(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  episodes: EpisodeCredit[],
): Promise<Map<string, number>> {
  const ledger = ledgerStore(tx, tenant, runtime.db.dialect);
  const trials = trialSteps(episodes);
  const running = await lockRunningCanaries(tx, tenant, trials);
  const credits = episodes.flatMap((episode) => creditRows(episode, running));
  if (credits.length > 0) {
    await ledger.addCredits(credits);
    await ledger.addToSkills(sumBySkill(episodes), newest(episodes));
    await ledger.addToBullets(countBullets(episodes));
  }
  const steps = trials.filter(({ experimentId }) => running.has(experimentId));
  await creditCanaries(runtime, tx, tenant, steps);
  const totals = await ledger.addToTotals(sumByAgent(episodes));
  await ledger.addToWeeks(sumByWeek(episodes));
  await creditSkillLifts(runtime, tx, tenant, episodes.flatMap(toLiftSteps));
  return totals;
}

function toLiftSteps({ holdback, durationMs, evidence, recordedAt: at }: EpisodeCredit): SkillLiftStep[] {
  if (holdback === null) return [];
  return [{ holdback, at, runs: 1, evidence, duration: durationSums(durationMs) }];
}

/** An episode belongs to a canary that was still running when it was recorded. */
function creditRows({ episodeId, skills }: EpisodeCredit, running: ReadonlySet<string>): CreditRow[] {
  return skills.map(({ skillId, version, arm, trial }) => {
    const counts = trial !== undefined && running.has(trial.experimentId);
    const { experimentId, randomizationUnit } = counts ? trial : NO_CANARY;
    return { episodeId, skillId, version, arm, experimentId, randomizationUnit };
  });
}

const NO_CANARY = { experimentId: null, randomizationUnit: null };

function trialSteps(episodes: EpisodeCredit[]): TrialStep[] {
  return episodes.flatMap(({ skills, evidence, measures }) =>
    skills.flatMap(({ trial }) => (trial === undefined ? [] : [{ ...trial, evidence, measures }])),
  );
}

function newest(episodes: EpisodeCredit[]): Date {
  return new Date(Math.max(...episodes.map(({ recordedAt }) => recordedAt.getTime())));
}

function sumBySkill(episodes: EpisodeCredit[]): SkillStep[] {
  const sums = new Map<string, Evidence & { uses: number }>();
  for (const { skills, evidence } of episodes) {
    const keys = skills.map(({ skillId }) => skillId);
    for (const [skillId, step] of creditSteps(NO_CREDIT, { keys, evidence })) {
      const sum = sums.get(skillId) ?? { uses: 0, weight: 0, reward: 0 };
      sums.set(skillId, { uses: sum.uses + step.uses, ...addEvidence(sum, step) });
    }
  }
  return [...sums].map(([skillId, { uses, weight, reward }]) => ({
    skillId,
    uses,
    evidence: weight,
    reward,
  }));
}

function countBullets(episodes: EpisodeCredit[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { bullets } of episodes) {
    for (const id of new Set(bullets)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function sumByAgent(episodes: EpisodeCredit[]): TotalsStep[] {
  const byAgent = Map.groupBy(episodes, ({ agentId }) => agentId);
  return [...byAgent].map(([agentId, own]) => ({ agentId, episodes: own.length, ...groupSums(own) }));
}

type Measured = Pick<EpisodeCredit, 'agentId' | 'recordedAt' | 'liftGroup' | 'evidence'>;

/** The evidence (or changes to it) that counts for the lift, by week and agent in the order of both. */
export function sumByWeek(parts: readonly Measured[]): WeekStep[] {
  const counted = parts.filter(({ liftGroup, evidence }) => liftGroup !== null && !isNothing(evidence));
  const dated = counted.map((part) => ({ ...part, week: weekOf(part.recordedAt) }));
  const sums = [...Map.groupBy(dated, ({ week }) => week)].flatMap(([week, own]) =>
    [...Map.groupBy(own, ({ agentId }) => agentId)].map(([agentId, some]) => ({
      ...{ week, agentId },
      ...groupSums(some),
    })),
  );
  const key = ({ week, agentId }: WeekStep) => `${week} ${agentId}`;
  return sums.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

const isNothing = ({ weight, reward }: Evidence): boolean => weight === 0 && reward === 0;

/**
 * The two groups whose success is compared to measure the lift: `treated` was served skills, `holdout` would
 * have been. Only runs to which a skill applied belong to one: the others would have gone the same way with
 * and without skills.
 */
export type LiftGroup = 'treated' | 'holdout';

/** The group of a run by its recall. */
export function chooseLiftGroup({
  applied,
  holdout,
  skills,
}: {
  applied: boolean;
  holdout: boolean;
  skills: readonly { reason: string }[];
}): LiftGroup | null {
  // A run that went without one of its skills is neither.
  if (!applied || skills.some(({ reason }) => reason === HELD_BACK)) return null;
  return holdout ? 'holdout' : 'treated';
}

/** Evidence of both groups, by the names of the totals' columns. */
export interface GroupSums {
  treatedEvidence: number;
  treatedReward: number;
  holdoutEvidence: number;
  holdoutReward: number;
}

/** Sums the evidence of episodes (or of changes to it) by group; what belongs to none is left out. */
export function groupSums(parts: { liftGroup: LiftGroup | null; evidence: Evidence }[]): GroupSums {
  const sumOf = (group: LiftGroup) =>
    parts
      .filter(({ liftGroup }) => liftGroup === group)
      .reduce((sum, { evidence }) => addEvidence(sum, evidence), NO_CREDIT.evidence);
  const [treated, holdout] = [sumOf('treated'), sumOf('holdout')];
  return {
    treatedEvidence: treated.weight,
    treatedReward: treated.reward,
    holdoutEvidence: holdout.weight,
    holdoutReward: holdout.reward,
  };
}

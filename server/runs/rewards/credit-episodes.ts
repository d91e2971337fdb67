/**
 * Credits episodes that were just recorded: their skills and rules were used, their reward is evidence, and
 * the agent has recorded so many more. All of it in the transaction that adds them, so that no counter can
 * miss or repeat one.
 */

import { type Tally, tallyChanges } from '../../domain/learning/reflection/rule-verdicts.ts';
import type { Evidence } from '../../domain/measurement/beta.ts';
import type { HoldbackPart } from '../../domain/runs/holdback.ts';
import { addEvidence, creditChanges, NO_CREDIT } from '../../domain/runs/reward.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { lockRunningCanaries, type TrialAttribution, type TrialStep } from '../../skills/canary/index.ts';
import { creditCanaries } from '../../skills/changesets/index.ts';
import { creditLift, type LiftGroup } from './credit-lift.ts';
import { creditSkillLifts } from './credit-skill-lifts.ts';
import { creditWeekSteps } from './credit-weeks.ts';
import { type CreditRow, ledgerStore, type SkillStep } from './store.ts';

/** A skill that an episode used, in the version and canary arm that was served. */
export interface CreditedSkill {
  skillId: string;
  version: number;
  arm: string | null;
  /** Whether the run says that it loaded it. */
  isLoaded: boolean;
  /** The canary that it was part of. */
  trial?: TrialAttribution;
}

/** What a recorded episode is credited to; no skill is named twice. */
export interface EpisodeCredit {
  episodeId: string;
  agentId: string;
  recordedAt: Date;
  /** Whether its reward is evidence. Without a recall that credits it, its skills were used and no more. */
  isCredited: boolean;
  skills: CreditedSkill[];
  /** Rules of those skills that were served. */
  bullets: string[];
  liftGroup: LiftGroup | null;
  liftUnit: string | null;
  /** What it tells about the lift of skills. */
  holdback: HoldbackPart | null;
  evidence: Evidence;
  /** What its calls show of the rules that it was shown, held against its reward. */
  tally: Tally;
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
  const parts = episodes.map((episode) => ({ ...episode, episodes: 1 }));
  if (episodes.every(creditsNothing)) return await creditLift(runtime, tx, tenant, parts);
  const ledger = ledgerStore(tx, tenant, runtime.db.dialect);
  const trials = trialChanges(episodes);
  const running = await lockRunningCanaries(tx, tenant, trials);
  const credited = episodes.map(({ recordedAt, evidence: after, ...episode }) => {
    const before = NO_CREDIT.evidence;
    return { credits: creditRows(episode, running), recordedAt, runs: 1, before, after };
  });
  await ledger.addCredits(credited.flatMap(({ credits }) => credits));
  const skills = sumBySkill(episodes);
  if (skills.length > 0) {
    await ledger.addToSkills(skills, newest(episodes));
    await ledger.addToWeeks(creditWeekSteps(credited));
    await ledger.addToBullets(countBullets(episodes));
    await addVerdicts(ledger, episodes);
  }
  const steps = trials.filter(({ experimentId }) => running.has(experimentId));
  await creditCanaries(runtime, tx, tenant, steps);
  const totals = await creditLift(runtime, tx, tenant, parts);
  const runs = episodes.map(({ holdback, evidence }) => ({ holdback, evidence, isNew: true }));
  await creditSkillLifts(runtime, tx, tenant, runs);
  return totals;
}

/** Whether an episode, such as one without a recall, only counts as one more of its agent. */
function creditsNothing({ skills, liftGroup, holdback }: EpisodeCredit): boolean {
  return skills.length === 0 && liftGroup === null && holdback === null;
}

async function addVerdicts(ledger: ReturnType<typeof ledgerStore>, episodes: EpisodeCredit[]): Promise<void> {
  const told = episodes.filter(({ isCredited, tally }) => isCredited && tally.verdicts.length > 0);
  for (const { episodeId, tally } of told) {
    await ledger.setVerdicts(episodeId, tally.verdicts);
    await ledger.addToVerdicts(tallyChanges({ verdicts: [], reward: null }, tally));
  }
}

/** An episode belongs to a canary that was still running when it was recorded. */
function creditRows(
  { episodeId, isCredited, skills }: Pick<EpisodeCredit, 'episodeId' | 'isCredited' | 'skills'>,
  running: ReadonlySet<string>,
): CreditRow[] {
  if (!isCredited) return [];
  return skills.map(({ skillId, version, arm, trial }) => {
    const counts = trial !== undefined && running.has(trial.experimentId);
    const { experimentId, randomizationUnit } = counts ? trial : NO_CANARY;
    return { episodeId, skillId, version, arm, experimentId, randomizationUnit };
  });
}

const NO_CANARY = { experimentId: null, randomizationUnit: null };

function trialChanges(episodes: EpisodeCredit[]): TrialStep[] {
  return episodes.flatMap(({ skills, evidence }) =>
    skills.flatMap(({ trial }) => (trial === undefined ? [] : [{ ...trial, evidence }])),
  );
}

function newest(episodes: EpisodeCredit[]): Date {
  return new Date(Math.max(...episodes.map(({ recordedAt }) => recordedAt.getTime())));
}

function sumBySkill(episodes: EpisodeCredit[]): SkillStep[] {
  const sums = new Map<string, SkillStep>();
  for (const { agentId, isCredited, skills, evidence } of episodes) {
    const keys = skills.map(({ skillId }) => skillId);
    const gained = isCredited ? evidence : NO_CREDIT.evidence;
    for (const [skillId, step] of creditChanges(NO_CREDIT, { keys, evidence: gained })) {
      const key = `${skillId}\n${agentId}`;
      const sum = sums.get(key) ?? { skillId, agentId, uses: 0, evidence: 0, reward: 0 };
      const { weight, reward } = addEvidence({ weight: sum.evidence, reward: sum.reward }, step);
      sums.set(key, { ...sum, uses: sum.uses + step.uses, evidence: weight, reward });
    }
  }
  return [...sums.values()];
}

function countBullets(episodes: EpisodeCredit[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { bullets } of episodes) {
    for (const id of new Set(bullets)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

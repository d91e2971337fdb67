/**
 * Credits the arms of canaries with what changed in episodes' rewards, and says which canaries that decides.
 * All of it in the caller's transaction and under the library's lock, so that no credit is lost or counted
 * twice and a verdict comes once.
 */

import { type Evidence, NO_EVIDENCE } from '../../domain/measurement/beta.ts';
import { addEvidence } from '../../domain/runs/reward.ts';
import { type Arm, candidateBetter } from '../../domain/skills/canary/arm.ts';
import { calibratedVerdict, lookDue } from '../../domain/skills/canary/calibrated.ts';
import { guardedVerdict } from '../../domain/skills/canary/guarded-verdict.ts';
import {
  addMeasures,
  type MeasureSums,
  NO_MEASURES,
  sameMeasures,
} from '../../domain/skills/canary/measures.ts';
import { type CanaryVerdict, posteriorVerdict } from '../../domain/skills/canary/verdict.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { lockLibrary } from '../library/index.ts';
import { assignmentStore, type UnitCredit } from './assignment-store.ts';
import { calibrate } from './calibrate.ts';
import { type ExperimentRecord, guardedOf } from './rows.ts';
import { experimentStore } from './store.ts';

/** A recall's part in a canary, as its episode is credited by it. */
export interface TrialAttribution {
  experimentId: string;
  randomizationUnit: string;
  arm: Arm;
  /** The probability of the arm when it was chosen; null once an episode of the recall has been credited. */
  propensity: number | null;
}

/** How an episode's evidence changed for one attribution. */
export interface TrialStep extends TrialAttribution {
  evidence: Evidence;
  /** How what is measured of it changed. */
  measures: MeasureSums;
}

/** A canary whose evidence is decisive. */
interface DecisiveCanary {
  experiment: ExperimentRecord;
  verdict: Exclude<CanaryVerdict, { decision: 'continue' }>;
}

/**
 * Locks the libraries of those of the canaries that still run, agent by agent in order, and answers with the
 * ids of these canaries. None of them ends before the transaction does, except by it.
 */
export async function lockRunningCanaries(
  tx: Tx,
  tenant: string,
  attributions: readonly TrialAttribution[],
): Promise<Set<string>> {
  const ids = [...new Set(attributions.map(({ experimentId }) => experimentId))].toSorted();
  if (ids.length === 0) return new Set();
  const store = experimentStore(tx, tenant);
  const agents = new Set((await store.running(ids)).map(({ agentId }) => agentId));
  if (agents.size === 0) return new Set();
  for (const agentId of [...agents].toSorted()) await lockLibrary(tx, tenant, agentId);
  return new Set((await store.running(ids)).map(({ id }) => id));
}

/**
 * Adds steps to canaries that are locked; answers with those that are decided now, in the order of their ids.
 */
export async function creditArms(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  steps: TrialStep[],
): Promise<DecisiveCanary[]> {
  const byExperiment = Map.groupBy(steps, ({ experimentId }) => experimentId);
  const decided: DecisiveCanary[] = [];
  for (const [id, own] of [...byExperiment].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const experiment = await creditOne(runtime, tx, tenant, { id, steps: own });
    // Evidence is only taken back in order to be given again: until then it decides nothing.
    if (experiment === null || own.reduce((sum, { evidence }) => sum + evidence.weight, 0) < 0) continue;
    const verdict = await judge(runtime, tx, tenant, experiment);
    if (verdict.decision !== 'continue') decided.push({ experiment, verdict });
  }
  return decided;
}

async function creditOne(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { id, steps }: { id: string; steps: TrialStep[] },
): Promise<ExperimentRecord | null> {
  const at = runtime.clock();
  const store = assignmentStore(tx, tenant);
  await addToMeasures(tx, tenant, { id, steps });
  const changes = steps.filter(isChange);
  // A run without a reward says nothing yet, but the propensity of its arm is known now.
  const silent = steps.filter((step) => !isChange(step));
  await store.credit(
    id,
    silent.map((step) => unitCredit(step, at, null)),
  );
  if (changes.length === 0) return null;
  const added = { incumbent: sumOf(changes, 'incumbent'), candidate: sumOf(changes, 'candidate') };
  const experiment = await experimentStore(tx, tenant).addEvidence(id, added, changes.length);
  if (experiment === null) return null;
  const first = experiment.credits - changes.length;
  await store.credit(
    id,
    changes.map((step, index) => unitCredit(step, at, first + index)),
  );
  await store.putPoint(id, hourOf(at), experiment.evidence);
  return experiment;
}

/** The caller has locked the library: nobody else writes the measures between reading and writing them. */
async function addToMeasures(
  tx: Tx,
  tenant: string,
  { id, steps }: { id: string; steps: TrialStep[] },
): Promise<void> {
  const measured = steps.filter(({ measures }) => !sameMeasures(measures, NO_MEASURES));
  if (measured.length === 0) return;
  const store = experimentStore(tx, tenant);
  const before = await store.measures(id);
  if (before === null) return;
  const after = { ...before };
  for (const { arm, measures } of measured) {
    after[arm] = { ...addMeasures(after[arm], measures), characters: after[arm].characters };
  }
  await store.setMeasures(id, after);
}

function isChange({ evidence: { weight, reward } }: TrialStep): boolean {
  return weight !== 0 || reward !== 0;
}

function sumOf(steps: TrialStep[], arm: Arm): Evidence {
  const own = steps.filter((step) => step.arm === arm);
  return own.reduce((sum, { evidence }) => addEvidence(sum, evidence), NO_EVIDENCE);
}

function unitCredit(
  { evidence: { weight, reward }, randomizationUnit, arm, propensity }: TrialStep,
  at: Date,
  firstCredit: number | null,
): UnitCredit {
  return { randomizationUnit, arm, propensity, at, weight, reward, firstCredit };
}

function hourOf(at: Date): Date {
  const hour = new Date(at);
  hour.setUTCMinutes(0, 0, 0);
  return hour;
}

async function judge(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  experiment: ExperimentRecord,
): Promise<CanaryVerdict> {
  const { evidence, bounds } = experiment;
  const better = candidateBetter(evidence);
  const verdict = await judgeSuccess(runtime, tx, tenant, { experiment, better });
  return guardedVerdict(verdict, { evidence, bounds, better, guarded: guardedOf(experiment) });
}

async function judgeSuccess(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { experiment, better }: { experiment: ExperimentRecord; better: number },
): Promise<CanaryVerdict> {
  const { id, rule, evidence, bounds, boundary, looks: looksDone } = experiment;
  if (rule === 'posterior') return posteriorVerdict(evidence, bounds, better);
  calibrate(runtime, tenant, experiment);
  const state = { evidence, bounds, boundary, looksDone, better };
  const units = lookDue({ evidence, bounds, boundary, looksDone })
    ? await assignmentStore(tx, tenant).units(id)
    : [];
  const { verdict, look } = calibratedVerdict({ ...state, units });
  if (look !== null) await experimentStore(tx, tenant).setLooks(id, look.number);
  return verdict;
}

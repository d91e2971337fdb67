/**
 * Credits the arms of canaries with what changed in episodes' rewards, and says which canaries that decides. All of it in the
 * caller's transaction and while the library is held, so that no credit is lost or counted twice and a verdict comes once.
 */

import { type Evidence, NO_EVIDENCE } from '../../domain/measurement/posterior.ts';
import { addEvidence } from '../../domain/runs/reward.ts';
import { type Arm, candidateBetter } from '../../domain/skills/canary/arm.ts';
import { calibratedVerdict, lookDue } from '../../domain/skills/canary/calibrated.ts';
import { posteriorVerdict, type Verdict } from '../../domain/skills/canary/verdict.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { holdLibrary } from '../library/index.ts';
import { assignmentStore, type UnitCredit } from './assignment-store.ts';
import { calibrate } from './calibrate.ts';
import type { ExperimentRecord } from './rows.ts';
import { experimentStore } from './store.ts';

/** A recall's part in a canary, as its episode is credited by it. */
export interface TrialClaim {
  experimentId: string;
  unit: string;
  arm: Arm;
  /** Of the arm, when it was chosen; null once an episode of the recall has been credited. */
  probability: number | null;
}

/** How an episode's evidence changed for one claim. */
export interface TrialStep extends TrialClaim {
  evidence: Evidence;
}

/** A canary whose evidence is decisive. */
export interface Decided {
  experiment: ExperimentRecord;
  verdict: Exclude<Verdict, { decision: 'continue' }>;
}

/**
 * Holds the libraries of those of the canaries that still run until the transaction ends, and answers with their ids: as long
 * as they are held, none of these ends.
 */
export async function holdRunning(tx: Tx, tenant: string, experimentIds: string[]): Promise<Set<string>> {
  const ids = [...new Set(experimentIds)].toSorted();
  if (ids.length === 0) return new Set();
  const store = experimentStore(tx, tenant);
  const agents = new Set((await store.running(ids)).map(({ agentId }) => agentId));
  if (agents.size === 0) return new Set();
  for (const agentId of [...agents].toSorted()) await holdLibrary(tx, tenant, agentId);
  return new Set((await store.running(ids)).map(({ id }) => id));
}

/** Adds steps to canaries that are held; answers with those that are decided now, in the order of their ids. */
export async function creditCanaries(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  steps: TrialStep[],
): Promise<Decided[]> {
  const byExperiment = Map.groupBy(steps, ({ experimentId }) => experimentId);
  const decided: Decided[] = [];
  for (const [id, own] of [...byExperiment].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const experiment = await creditOne(runtime, tx, tenant, { id, steps: own });
    // Evidence is only taken back in order to be given anew: until then it decides nothing.
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
  const changes = steps.filter(isChange);
  // A run without a reward says nothing yet, but with what chance it got its arm is known now.
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

function isChange({ evidence: { weight, reward } }: TrialStep): boolean {
  return weight !== 0 || reward !== 0;
}

function sumOf(steps: TrialStep[], arm: Arm): Evidence {
  const own = steps.filter((step) => step.arm === arm);
  return own.reduce((sum, { evidence }) => addEvidence(sum, evidence), NO_EVIDENCE);
}

function unitCredit(
  { unit, arm, probability, evidence: { weight, reward } }: TrialStep,
  at: Date,
  firstCredit: number | null,
): UnitCredit {
  return { unit, arm, probability, at, weight, reward, firstCredit };
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
): Promise<Verdict> {
  const { id, rule, evidence, bounds, boundary, looks: looksDone } = experiment;
  const better = candidateBetter(evidence);
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

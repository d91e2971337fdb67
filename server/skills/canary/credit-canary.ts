/**
 * Credits the arms of canaries with what changed in episodes' rewards, and says which canaries that decides.
 * All of it in the caller's transaction and under the library's lock, so that no credit is lost or counted
 * twice and a verdict comes once.
 */

import { type Evidence, NO_EVIDENCE } from '../../domain/measurement/beta.ts';
import { addEvidence } from '../../domain/runs/reward.ts';
import type { Arm } from '../../domain/skills/canary/arm.ts';
import { calibratedVerdict, lookDue } from '../../domain/skills/canary/calibrated.ts';
import { addToUnit, newUnitPart } from '../../domain/skills/canary/effect.ts';
import { type CanaryVerdict, posteriorVerdict } from '../../domain/skills/canary/verdict.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { lockLibrary } from '../library/index.ts';
import { assignmentStore, type CreditedUnit, type KnownUnit } from './assignment-store.ts';
import { calibrate } from './calibrate.ts';
import type { ExperimentRecord } from './rows.ts';
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
}

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
  const assignments = assignmentStore(tx, tenant);
  const known = await assignments.parts(
    id,
    steps.map((step) => step.randomizationUnit),
  );
  const { units, changes } = moveUnits(known, steps);
  // A run without a reward says nothing yet, but the propensity of its arm is known now.
  if (changes.length === 0) {
    await assignments.put(id, [...units.values()], { at, first: 0 });
    return null;
  }
  const added = { incumbent: sumOf(changes, 'incumbent'), candidate: sumOf(changes, 'candidate') };
  const experiment = await experimentStore(tx, tenant).addEvidence(id, added, changes.length);
  if (experiment === null) return null;
  const first = experiment.credits - changes.length;
  await assignments.put(id, [...units.values()], { at, first });
  return experiment;
}

interface ArmChange {
  arm: Arm;
  evidence: Evidence;
}

/**
 * The units after the steps, and the changes of evidence that these make in the sums of the arms. A change of a run whose
 * unit is no longer known by its name changes nothing.
 */
function moveUnits(
  known: ReadonlyMap<string, KnownUnit>,
  steps: readonly TrialStep[],
): { units: Map<string, CreditedUnit>; changes: ArmChange[] } {
  const units = new Map<string, CreditedUnit>();
  const changes: ArmChange[] = [];
  for (const { randomizationUnit, propensity, arm, evidence } of steps) {
    const earlier = units.get(randomizationUnit);
    const row = earlier ?? known.get(randomizationUnit);
    const probability = row?.probability ?? propensity;
    if (probability === null) continue;
    const before = row ?? { ...newUnitPart(arm), firstCredit: null };
    const { firstCredit } = before;
    const { part, moved } = addToUnit(before, { arm, evidence });
    const isChange = moved !== null && (evidence.weight !== 0 || evidence.reward !== 0);
    const firstChange = earlier?.firstChange ?? (isChange && firstCredit === null ? changes.length : null);
    units.set(randomizationUnit, { ...part, randomizationUnit, probability, firstCredit, firstChange });
    if (isChange) changes.push({ arm, evidence: moved });
  }
  return { units, changes };
}

function sumOf(changes: readonly ArmChange[], arm: Arm): Evidence {
  const own = changes.filter((change) => change.arm === arm);
  return own.reduce((sum, { evidence }) => addEvidence(sum, evidence), NO_EVIDENCE);
}

async function judge(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  experiment: ExperimentRecord,
): Promise<CanaryVerdict> {
  const { id, rule, evidence, bounds, boundary, looks: looksDone } = experiment;
  if (rule === 'posterior') return posteriorVerdict(evidence, bounds);
  calibrate(runtime, tenant, experiment);
  const state = { evidence, bounds, boundary, looksDone };
  const units = lookDue(state) ? await assignmentStore(tx, tenant).units(id) : [];
  const { verdict, look } = calibratedVerdict({ ...state, units });
  if (look !== null) await experimentStore(tx, tenant).setLooks(id, look.number);
  return verdict;
}

/**
 * Credits the arms of canaries with what changed in episodes' rewards, and says which canaries that decides.
 * All of it in the caller's transaction and under the library's lock, so that no credit is lost or counted
 * twice and a verdict comes once.
 */

import { type Evidence, NO_EVIDENCE } from '../../domain/measurement/beta.ts';
import { addSessions } from '../../domain/measurement/session-sums.ts';
import { addEvidence } from '../../domain/runs/reward.ts';
import { type Arm, candidateBetter } from '../../domain/skills/canary/arm.ts';
import { calibratedVerdict, lookDue } from '../../domain/skills/canary/calibrated.ts';
import { guardedVerdict } from '../../domain/skills/canary/guarded-verdict.ts';
import { addMeasures, type MeasureSums } from '../../domain/skills/canary/measures.ts';
import { addToUnit, newUnitPart, type UnitMove } from '../../domain/skills/canary/unit-part.ts';
import { type CanaryVerdict, posteriorVerdict } from '../../domain/skills/canary/verdict.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { lockLibrary } from '../library/index.ts';
import { assignmentStore, type CreditedUnit, type KnownUnit } from './assignment-store.ts';
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
  measures: MeasureSums;
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
  const moved = moveUnits(
    await assignments.parts(
      id,
      steps.map((step) => step.randomizationUnit),
    ),
    steps,
  );
  await addToSums(tx, tenant, { id, moves: moved.moves });
  const changes = moved.moves.filter(isChange);
  // A run without a reward says nothing yet, but the propensity of its arm is known now.
  if (changes.length === 0) {
    await assignments.put(id, [...moved.units.values()], { at, first: 0 });
    return null;
  }
  const added = { incumbent: sumOf(moved.moves, 'incumbent'), candidate: sumOf(moved.moves, 'candidate') };
  const experiment = await experimentStore(tx, tenant).addEvidence(id, added, changes.length);
  if (experiment === null) return null;
  const first = experiment.credits - changes.length;
  await assignments.put(id, [...moved.units.values()], { at, first });
  await assignments.putPoint(id, hourOf(at), experiment.evidence);
  return experiment;
}

type Move = UnitMove & { arm: Arm; credited: Evidence };

/**
 * The units after the steps, and what these move in the sums of the arms. A change of a run whose unit is no longer
 * known by its name moves nothing.
 */
function moveUnits(
  known: ReadonlyMap<string, KnownUnit>,
  steps: readonly TrialStep[],
): { units: Map<string, CreditedUnit>; moves: Move[] } {
  const units = new Map<string, CreditedUnit>();
  const moves: Move[] = [];
  let changes = 0;
  for (const { randomizationUnit, propensity, arm, evidence, measures } of steps) {
    const row = units.get(randomizationUnit) ?? known.get(randomizationUnit);
    const probability = row?.probability ?? propensity;
    if (probability === null) continue;
    const before = row ?? { ...newUnitPart(arm), firstCredit: null };
    const { part, move } = addToUnit(before, { arm, evidence, measures });
    const isFirst = move !== null && isChange({ credited: evidence }) && before.firstCredit === null;
    const firstChange = units.get(randomizationUnit)?.firstChange ?? (isFirst ? changes : null);
    const { firstCredit } = before;
    units.set(randomizationUnit, { ...part, randomizationUnit, probability, firstCredit, firstChange });
    if (move === null) continue;
    moves.push({ ...move, arm, credited: evidence });
    if (isChange({ credited: evidence })) changes += 1;
  }
  return { units, moves };
}

/** The caller has locked the library: nobody else writes these sums between reading and writing them. */
async function addToSums(
  tx: Tx,
  tenant: string,
  { id, moves }: { id: string; moves: readonly Move[] },
): Promise<void> {
  const store = experimentStore(tx, tenant);
  const known = moves.length === 0 ? null : await store.sums(id);
  if (known === null) return;
  const sums = {
    measures: known.measures && { ...known.measures },
    sessions: known.sessions && { ...known.sessions },
  };
  for (const { arm, measures, sessions } of moves) {
    if (sums.sessions) sums.sessions[arm] = addSessions(sums.sessions[arm], sessions);
    if (!sums.measures) continue;
    const { characters } = sums.measures[arm];
    sums.measures[arm] = { ...addMeasures(sums.measures[arm], measures), characters };
  }
  await store.setSums(id, sums);
}

function isChange({ credited: { weight, reward } }: Pick<Move, 'credited'>): boolean {
  return weight !== 0 || reward !== 0;
}

function sumOf(moves: readonly Move[], arm: Arm): Evidence {
  const own = moves.filter((move) => move.arm === arm);
  return own.reduce((sum, { evidence }) => addEvidence(sum, evidence), NO_EVIDENCE);
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

/**
 * What one unit of a canary (a session, without one a user, else a recall) is in the sums of its arm. Its runs count
 * as one: their mean reward with a strength of at most 1, and the means of what is measured beside success. So nobody
 * decides a canary by the number of runs that a session records.
 */
import type { Evidence } from '../../measurement/beta.ts';
import {
  boundedEvidence,
  type SessionSums,
  sessionSums,
  subtractSessions,
} from '../../measurement/session-sums.ts';
import { addEvidence, NO_CREDIT, subtractEvidence } from '../../runs/reward.ts';
import type { Arm } from './arm.ts';
import { addMeasures, type MeasureSums, type Moments, NO_MEASURES } from './measures.ts';

/** The runs of a unit: the arm that it was given first, and sums over the runs that were served it. */
export type UnitPart = {
  readonly arm: Arm;
  /** Whether it saw the other arm too. Those runs are in no sum. */
  readonly mixed: boolean;
  readonly evidence: Evidence;
  readonly measures: MeasureSums;
};

/** What a run, or a change of what is known of it, adds. */
export type UnitStep = { readonly arm: Arm; readonly evidence: Evidence; readonly measures: MeasureSums };

/** What that moves in the sums of the unit's arm. */
export type UnitMove = {
  readonly evidence: Evidence;
  readonly sessions: SessionSums;
  readonly measures: MeasureSums;
};

export function newUnitPart(arm: Arm): UnitPart {
  return { arm, mixed: false, evidence: NO_CREDIT.evidence, measures: NO_MEASURES };
}

/** The unit after a step, and the move; null for a run on another arm than the unit's. */
export function addToUnit(before: UnitPart, step: UnitStep): { part: UnitPart; move: UnitMove | null } {
  if (step.arm !== before.arm) return { part: { ...before, mixed: true }, move: null };
  const part = {
    ...before,
    evidence: addEvidence(before.evidence, step.evidence),
    measures: addMeasures(before.measures, step.measures),
  };
  const move = {
    evidence: subtractEvidence(boundedEvidence(part.evidence), boundedEvidence(before.evidence)),
    sessions: subtractSessions(sessionSums(part.evidence), sessionSums(before.evidence)),
    measures: addMeasures(unitMeasures(part.measures), unitMeasures(before.measures), -1),
  };
  return { part, move };
}

/** The means of a unit's runs as those of one run. */
function unitMeasures({ duration, tool_errors, tool_calls, tokens }: MeasureSums): MeasureSums {
  return {
    duration: meanOnce(duration),
    tool_errors: meanOnce(tool_errors),
    tool_calls: meanOnce(tool_calls),
    tokens: meanOnce(tokens),
  };
}

function meanOnce({ n, sum }: Moments): Moments {
  if (n <= 0) return NO_MEASURES.duration;
  const mean = sum / n;
  return { n: 1, sum: mean, squares: mean * mean };
}

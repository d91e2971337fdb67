/** What credits add to the weeks of skills, from which pages read how a version or a canary's arm did. */
import type { Evidence } from '../../domain/measurement/beta.ts';
import { addEvidence, NO_CREDIT, subtractEvidence } from '../../domain/runs/reward.ts';
import { weekOf } from '../../domain/time.ts';
import type { CreditRow, CreditWeekStep } from './store.ts';

/** How a run with some credits changed: it is new (1), gone (−1) or as it was (0), and what its reward was and is. */
export interface CreditedRun {
  credits: readonly CreditRow[];
  recordedAt: Date;
  runs: number;
  before: Evidence;
  after: Evidence;
}

/** A run with more of a reward succeeded; one with some, but no more, did so partly. */
const HALF = 0.5;

function countsOf({ weight, reward }: Evidence) {
  const mean = weight > 0 ? reward / weight : 0;
  return {
    rewarded: weight > 0 ? 1 : 0,
    succeeded: mean > HALF ? 1 : 0,
    partly: mean > 0 && mean <= HALF ? 1 : 0,
  };
}

/** The steps in the order of their rows, each of another one. */
export function creditWeekSteps(runs: readonly CreditedRun[]): CreditWeekStep[] {
  const steps = new Map<string, CreditWeekStep>();
  for (const { credits, recordedAt, runs: count, before, after } of runs) {
    const [was, is] = [countsOf(before), countsOf(after)];
    const week = weekOf(recordedAt);
    for (const { skillId, version, arm, experimentId } of credits) {
      const row = { skillId, week, version, arm: arm ?? '', experimentId: experimentId ?? '' };
      const key = Object.values(row).join(' ');
      const sum = steps.get(key) ?? { ...row, ...NOTHING };
      steps.set(key, {
        ...sum,
        runs: sum.runs + count,
        rewarded: sum.rewarded + is.rewarded - was.rewarded,
        succeeded: sum.succeeded + is.succeeded - was.succeeded,
        partly: sum.partly + is.partly - was.partly,
        ...addEvidence(sum, subtractEvidence(after, before)),
      });
    }
  }
  return [...steps].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, step]) => step);
}

const NOTHING = { runs: 0, rewarded: 0, succeeded: 0, partly: 0, ...NO_CREDIT.evidence };

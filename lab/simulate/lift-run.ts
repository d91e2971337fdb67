/** Simulated agents with a holdout: what is said of the lift, and how often it misses the truth. */

import { type Evidence, NO_EVIDENCE } from '../../server/domain/measurement/beta.ts';
import {
  alwaysValidLift,
  type Groups,
  isComparable,
  learningLift,
} from '../../server/domain/measurement/learning-lift.ts';
import {
  addSessions,
  NO_SESSIONS,
  type SessionSums,
  sessionSums,
  subtractSessions,
} from '../../server/domain/measurement/session-sums.ts';
import { seededRandom } from '../../server/domain/seeded-random.ts';
import { makeRuns, TRAFFIC, type TrafficName } from './traffic.ts';

export type LiftTask = {
  readonly traffic: TrafficName;
  /** What skills add to success. */
  readonly lift: number;
  /** The share of sessions in the holdout. */
  readonly holdout: number;
  readonly sessions: number;
  readonly agents: number;
  readonly seed: number;
};

/** Over agents: whether the always-valid interval missed at any look at which it is shown, and of the end whether either interval missed, or excluded zero. */
export type LiftTally = {
  agents: number;
  everMissed: number;
  missed: number;
  clear: number;
  significant: number;
};

export function addLifts(tallies: readonly LiftTally[]): LiftTally {
  const sum = (of: (tally: LiftTally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  return {
    agents: sum(({ agents }) => agents),
    everMissed: sum(({ everMissed }) => everMissed),
    missed: sum(({ missed }) => missed),
    clear: sum(({ clear }) => clear),
    significant: sum(({ significant }) => significant),
  };
}

export function simulateLifts(task: LiftTask): LiftTally {
  const random = seededRandom(task.seed);
  return addLifts(Array.from({ length: task.agents }, () => runAgent(task, random)));
}

type Group = 'treated' | 'holdout';
type Session = { readonly group: Group; evidence: Evidence };

/** Runs between looks; one that is watched after every run gives hardly more. */
const LOOK_EVERY = 10;

function runAgent({ traffic, lift, holdout, sessions }: LiftTask, random: () => number): LiftTally {
  const sums: { [group in Group]: SessionSums } = { treated: NO_SESSIONS, holdout: NO_SESSIONS };
  const runs: { [group in Group]: Evidence } = { treated: NO_EVIDENCE, holdout: NO_EVIDENCE };
  let begun = 0;
  const next = makeRuns(TRAFFIC[traffic], random, (): Session => {
    begun += 1;
    return { group: random() < holdout ? 'holdout' : 'treated', evidence: NO_EVIDENCE };
  });
  let isMissed = false;
  for (let run = 1; begun <= sessions; run++) {
    for (const { session, success } of next(({ group }, usual) => usual + (group === 'treated' ? lift : 0))) {
      const { group, evidence } = session;
      const more = { weight: evidence.weight + 1, reward: evidence.reward + Number(success) };
      sums[group] = addSessions(subtractSessions(sums[group], sessionSums(evidence)), sessionSums(more));
      runs[group] = { weight: runs[group].weight + 1, reward: runs[group].reward + Number(success) };
      session.evidence = more;
    }
    const isShown = isComparable({ ...runs, sessions: sums });
    if (run % LOOK_EVERY === 0 && isShown) isMissed ||= misses(alwaysValidLift(sums), lift);
  }
  const groups: Groups = { ...runs, sessions: sums };
  const { lift90ci, liftAlwaysValid, significant } = learningLift(groups);
  return {
    ...{ agents: 1, everMissed: Number(isMissed), missed: Number(misses(lift90ci, lift)) },
    ...{ clear: Number(misses(liftAlwaysValid, 0)), significant: Number(significant) },
  };
}

const misses = ([low, high]: readonly [number, number], value: number) => value < low || value > high;

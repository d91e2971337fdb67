/**
 * Simulated canaries. Traffic is made up; serving, judging and what is told of the effect are the very functions of
 * the service. The session is the unit, as in the service: it counts once, with the mean of its rewards.
 */
import { drawNormal, seededRandom } from '../../server/domain/seeded-random.ts';
import {
  type Arm,
  type ArmEvidence,
  candidateBetter,
  chooseArm,
} from '../../server/domain/skills/canary/arm.ts';
import { calibratedVerdict, lookDue } from '../../server/domain/skills/canary/calibrated.ts';
import { canaryEffect, effectInterval, type UnitOutcome } from '../../server/domain/skills/canary/effect.ts';
import { aboutBetter } from '../../server/domain/skills/canary/forecast.ts';
import type { CanaryRule } from '../../server/domain/skills/canary/rules.ts';
import {
  type CanaryBounds,
  posteriorVerdict,
  smallerArm,
} from '../../server/domain/skills/canary/verdict.ts';
import { makeRuns, TRAFFIC, type TrafficName } from './traffic.ts';

/**
 * `lift` is what the candidate adds to success; `usual` draws it as large as changes usually are, for each canary. `lies` is the
 * share of runs whose agent knows which text it was served and lies for `liesFor`: success with it, failure without.
 */
export type CanaryTask = {
  readonly rule: CanaryRule;
  readonly traffic: TrafficName;
  readonly lift: number | 'usual';
  readonly lies: number;
  readonly liesFor: Arm;
  readonly floor: number;
  readonly bounds: CanaryBounds;
  readonly boundary: number;
  readonly canaries: number;
  readonly seed: number;
};

/** Over canaries that ended: how many intervals missed the truth, and the sums of effects, all in shares of 1. */
type EndTally = {
  ended: number;
  missed: number;
  missedPosterior: number;
  truth: number;
  shrunken: number;
  plain: number;
};
/** `episodes` are all runs until the verdicts. */
export type CanaryTally = { episodes: number; all: EndTally; promoted: EndTally };

const NO_ENDS: EndTally = { ended: 0, missed: 0, missedPosterior: 0, truth: 0, shrunken: 0, plain: 0 };

const addEnds = (a: EndTally, b: EndTally): EndTally => ({
  ended: a.ended + b.ended,
  missed: a.missed + b.missed,
  missedPosterior: a.missedPosterior + b.missedPosterior,
  truth: a.truth + b.truth,
  shrunken: a.shrunken + b.shrunken,
  plain: a.plain + b.plain,
});

export function addCanaries(tallies: readonly CanaryTally[]): CanaryTally {
  return {
    episodes: tallies.reduce((sum, { episodes }) => sum + episodes, 0),
    all: tallies.map(({ all }) => all).reduce(addEnds, NO_ENDS),
    promoted: tallies.map(({ promoted }) => promoted).reduce(addEnds, NO_ENDS),
  };
}

export function simulateCanaries(task: CanaryTask): CanaryTally {
  const random = seededRandom(task.seed);
  return addCanaries(Array.from({ length: task.canaries }, () => runCanary(task, random)));
}

/** As in the forecast of canaries: by how much a change moves success, in two of three cases by less. */
const USUAL_CHANGE = 0.1;

function runCanary(task: CanaryTask, random: () => number): CanaryTally {
  const lift = task.lift === 'usual' ? USUAL_CHANGE * drawNormal(random) : task.lift;
  const trial = new Trial(task, random);
  const next = makeRuns(TRAFFIC[task.traffic], random, () => trial.assign());
  const rateOf = (arm: Arm, usual: number) => {
    const honest = Math.min(1, Math.max(0, usual + (arm === 'candidate' ? lift : 0)));
    return (1 - task.lies) * honest + (arm === task.liesFor ? task.lies : 0);
  };
  for (let episodes = 1; ; episodes++) {
    const reports = next(({ arm }, usual) => rateOf(arm, usual));
    for (const { session, success } of reports) {
      const decision = trial.credit(session, success);
      if (decision !== 'continue')
        return tallyOf(trial, { episodes, lift, isPromoted: decision === 'promote' });
    }
  }
}

type End = { readonly episodes: number; readonly lift: number; readonly isPromoted: boolean };

function tallyOf(trial: Trial, { episodes, lift, isPromoted }: End): CanaryTally {
  const { alwaysValid, shrunken } = canaryEffect(trial.units());
  const misses = ([low, high]: readonly [number, number]) => Number(lift < low || lift > high);
  const { incumbent, candidate } = trial.evidence;
  const end: EndTally = {
    ...{ ended: 1, missed: misses(alwaysValid), missedPosterior: misses(effectInterval(trial.evidence)) },
    ...{ truth: lift, shrunken, plain: meanOf(candidate) - meanOf(incumbent) },
  };
  return { episodes, all: end, promoted: isPromoted ? end : NO_ENDS };
}

const meanOf = ({ weight, reward }: ArmEvidence['candidate']) => (reward + 1) / (weight + 2);

type Session = { readonly arm: Arm; readonly propensity: number; runs: number; successes: number };

/** How near a threshold P has to be computed exactly: the approximation is within this where the rule looks at it. */
const CLOSE = 0.06;

/** The state of one canary. */
class Trial {
  evidence: ArmEvidence = { incumbent: { weight: 0, reward: 0 }, candidate: { weight: 0, reward: 0 } };
  private looksDone = 0;
  /** In the order of their first credit. */
  private readonly sessions: Session[] = [];
  private readonly task: CanaryTask;
  private readonly random: () => number;

  constructor(task: CanaryTask, random: () => number) {
    this.task = task;
    this.random = random;
  }

  assign(): Session {
    const better = aboutBetter(this.evidence);
    return { ...chooseArm(this.evidence, this.task, this.random(), better), runs: 0, successes: 0 };
  }

  /** Credits a run to its session, whose mean replaces what it gave before, and judges. */
  credit(session: Session, success: boolean): 'continue' | 'promote' | 'reject' {
    const before = session.runs === 0 ? 0 : session.successes / session.runs;
    if (session.runs === 0) this.sessions.push(session);
    const weight = session.runs === 0 ? 1 : 0;
    session.runs += 1;
    session.successes += Number(success);
    const own = this.evidence[session.arm];
    const reward = own.reward + session.successes / session.runs - before;
    this.evidence = { ...this.evidence, [session.arm]: { weight: own.weight + weight, reward } };
    return this.judge();
  }

  units(): UnitOutcome[] {
    return this.sessions.map(({ arm, propensity, runs, successes }) => ({
      arm,
      propensity,
      outcome: successes / runs,
    }));
  }

  private judge(): 'continue' | 'promote' | 'reject' {
    const { evidence, looksDone } = this;
    const { rule, bounds, boundary } = this.task;
    const state = { evidence, bounds, boundary, looksDone };
    const isDue = lookDue(state);
    const better = this.better(rule === 'posterior' || isDue);
    if (rule === 'posterior') return posteriorVerdict(evidence, bounds, better).decision;
    const { verdict, look } = calibratedVerdict({ ...state, better, units: isDue ? this.units() : [] });
    this.looksDone = look?.number ?? looksDone;
    return verdict.decision;
  }

  /** P(candidate better), exact where the rule may decide by it. */
  private better(mayPromote: boolean): number {
    const about = aboutBetter(this.evidence);
    const { threshold, minSamples } = this.task.bounds;
    if (smallerArm(this.evidence) < minSamples) return about;
    const isNear = (bound: number) => Math.abs(about - bound) < CLOSE;
    return isNear(1 - threshold) || (mayPromote && isNear(threshold))
      ? candidateBetter(this.evidence)
      : about;
  }
}

/**
 * One simulated canary. Traffic is made up; serving, crediting and judging are the very functions of the service, and both rules
 * watch the same run, so that what tells them apart is the rule alone.
 */
import { type Arm, chooseArm } from '../../server/domain/canary/arm.ts';
import { calibratedVerdict, lookDue, type Unit } from '../../server/domain/canary/calibrated.ts';
import { RunningArms } from '../../server/domain/canary/running-arms.ts';
import { type CanaryBounds, posteriorVerdict } from '../../server/domain/canary/verdict.ts';

/** What a run is made of: the arms' success rates at an episode (from 0), and how sessions go. */
export type Traffic = {
  readonly rate: (arm: Arm, episode: number) => number;
  readonly sessions: Sessions;
};

export type Sessions = {
  /** Mean number of episodes (geometric); 1 is no stickiness. */
  readonly length: number;
  /** How many are under way at once; each episode comes from one of them at random. */
  readonly open: number;
  /** Correlation of the outcomes within a session, from 0 below 1. */
  readonly correlation: number;
};

export type RunSetup = {
  readonly traffic: Traffic;
  readonly floor: number;
  readonly bounds: CanaryBounds;
  readonly boundary: number;
  readonly random: () => number;
};

/** How a rule ended a run, and after how many episodes. */
type Ending = { readonly promoted: boolean; readonly episodes: number };
export type Endings = { readonly posterior: Ending; readonly calibrated: Ending };

type Session = { readonly arm: Arm; readonly probability: number; successes: number; episodes: number };

/** Runs until both rules have decided. Ends for every floor above 0. */
export function runCanary(setup: RunSetup): Endings {
  const { bounds, boundary } = setup;
  const arms = new RunningArms();
  const served = serveSessions(setup, arms);
  let looksDone = 0;
  let posterior: Ending | undefined;
  let calibrated: Ending | undefined;
  for (let episodes = 1; posterior === undefined || calibrated === undefined; episodes++) {
    served.next(episodes - 1);
    const { evidence, better } = arms;
    posterior ??= endingOf(posteriorVerdict(evidence, bounds, better), episodes);
    if (calibrated !== undefined) continue;
    const state = { evidence, bounds, boundary, looksDone, better };
    const units = lookDue(state) ? unitsOf(served.sessions) : [];
    const { verdict, look } = calibratedVerdict({ ...state, units });
    looksDone = look?.number ?? looksDone;
    calibrated = endingOf(verdict, episodes);
  }
  return { posterior, calibrated };
}

function endingOf({ decision }: { decision: string }, episodes: number): Ending | undefined {
  return decision === 'continue' ? undefined : { promoted: decision === 'promote', episodes };
}

/** Serves and credits one episode at a time; `sessions` are those credited so far, in the order of their first credit. */
function serveSessions({ traffic, floor, random }: RunSetup, arms: RunningArms) {
  const { rate, sessions: form } = traffic;
  const sessions: Session[] = [];
  const open: (Session | undefined)[] = Array.from({ length: form.open }, () => undefined);
  const begin = (): Session => {
    const session = { ...chooseArm(arms.evidence, floor, random(), arms.better), successes: 0, episodes: 0 };
    sessions.push(session);
    return session;
  };
  const next = (episode: number) => {
    const place = form.open > 1 ? Math.floor(random() * form.open) : 0;
    const session = open[place] ?? begin();
    const success = random() < chanceIn(session, rate(session.arm, episode), form.correlation);
    session.episodes += 1;
    if (success) session.successes += 1;
    arms.credit(session.arm, success);
    open[place] = random() * form.length < 1 ? undefined : session;
  };
  return { sessions, next };
}

/**
 * Outcomes of a session are Beta-binomial around the rate, drawn as Pólya's urn: after n outcomes with k successes the next
 * one succeeds with (rate·s + k)/(s + n), s = 1/correlation − 1, which gives any two of them that correlation.
 */
function chanceIn(session: Session, rate: number, correlation: number): number {
  if (correlation === 0) return rate;
  const weight = 1 / correlation - 1;
  return (rate * weight + session.successes) / (weight + session.episodes);
}

function unitsOf(sessions: readonly Session[]): Unit[] {
  return sessions.map(({ arm, probability, successes, episodes }) => ({
    arm,
    probability,
    outcome: successes / episodes,
  }));
}

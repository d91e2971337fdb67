/**
 * One simulated canary. Traffic is made up; serving, crediting and judging are the very functions of the
 * service, and all rules watch the same run, so that what tells them apart is the rule alone.
 */
import { type Evidence, type Interval, NO_EVIDENCE } from '../../server/domain/measurement/beta.ts';
import { type Arm, chooseArm, RunningArms } from '../../server/domain/skills/canary/arm.ts';
import type { Calibration } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import {
  calibratedVerdict,
  lookDue,
  type UnitOutcome,
} from '../../server/domain/skills/canary/calibrated.ts';
import {
  ANY_RATE,
  type CanaryBounds,
  type CanaryVerdict,
  knownRates,
  posteriorVerdict,
  ratesBetween,
} from '../../server/domain/skills/canary/verdict.ts';

// The calibrated rule's boundaries, one for each success rate, as the service computes and combines them.

/** In the order of {@link calibrations}. */
export type Boundaries = readonly number[];

const RATES = ratesBetween(ANY_RATE);

/** What has to be computed, rate by rate. */
export function calibrations(settings: Omit<Calibration, 'rate'>): Calibration[] {
  return RATES.map((rate) => ({ ...settings, rate }));
}

/** The boundary of a skill with this history. */
export function boundaryFor(boundaries: Boundaries, history: Evidence): number {
  return highestWithin(boundaries, knownRates(history));
}

function highestWithin(boundaries: Boundaries, [low, high]: Interval): number {
  return Math.max(...boundaries.filter((_, index) => isWithin(RATES[index], low, high)));
}

function isWithin(rate: number | undefined, low: number, high: number): boolean {
  return rate !== undefined && rate >= low && rate <= high;
}

/** What a run is made of: the arms' success rates at an episode (from 0), and how sessions go. */
export type Traffic = {
  readonly rate: (arm: Arm, episode: number) => number;
  readonly sessions: SessionForm;
  /** The success rate before the canary, where it was another than at its first episode. */
  readonly past?: number;
};

export type SessionForm = {
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
  readonly boundaries: Boundaries;
  /** Recorded runs of the skill before its canary. */
  readonly history: number;
  readonly random: () => number;
};

/**
 * The rules that watch a run: the calibrated one for a skill of which nothing is known, and for one with a
 * history.
 */
export const WATCHED = ['posterior', 'unknown', 'known'] as const;
export type Watched = (typeof WATCHED)[number];

/** How a rule ended a run, and after how many episodes. */
type Ending = { readonly promoted: boolean; readonly episodes: number };
export type Endings = { readonly [rule in Watched]: Ending };

export type SimulatedSession = {
  readonly arm: Arm;
  readonly propensity: number;
  successes: number;
  episodes: number;
};

/** Runs until all rules have decided. Ends for every floor above 0. */
export function runCanary(setup: RunSetup): Endings {
  const { traffic, floor, bounds, boundaries, random } = setup;
  const watchers = {
    posterior: posteriorWatcher(bounds),
    unknown: calibratedWatcher(bounds, boundaryFor(boundaries, NO_EVIDENCE)),
    known: calibratedWatcher(bounds, boundaryFor(boundaries, drawHistory(setup))),
  };
  const arms = new RunningArms();
  const sessions: SimulatedSession[] = [];
  const next = drawEpisodes(traffic.sessions, random, () => {
    const session = { ...chooseArm(arms.evidence, floor, random(), arms.better), successes: 0, episodes: 0 };
    sessions.push(session);
    return session;
  });
  const endings: Partial<Record<Watched, Ending>> = {};
  for (let episodes = 1; ; episodes++) {
    const { session, success } = next((of) => traffic.rate(of, episodes - 1));
    arms.credit(session.arm, success);
    for (const rule of WATCHED.filter((one) => endings[one] === undefined)) {
      const { decision } = watchers[rule](arms, sessions);
      if (decision !== 'continue') endings[rule] = { promoted: decision === 'promote', episodes };
    }
    const { posterior, unknown, known } = endings;
    if (posterior && unknown && known) return { posterior, unknown, known };
  }
}

/**
 * What a rule says of a canary after each episode; `sessions` are those credited so far, in the order of
 * their first credit.
 */
export type Watcher = (arms: RunningArms, sessions: readonly SimulatedSession[]) => CanaryVerdict;

export function posteriorWatcher(bounds: CanaryBounds): Watcher {
  return ({ evidence, better }) => posteriorVerdict(evidence, bounds, better);
}

export function calibratedWatcher(bounds: CanaryBounds, boundary: number): Watcher {
  let looksDone = 0;
  return ({ evidence, better }, sessions) => {
    const state = { evidence, bounds, boundary, looksDone, better };
    const units = lookDue(state) ? toUnitOutcomes(sessions) : [];
    const { verdict, look } = calibratedVerdict({ ...state, units });
    looksDone = look?.number ?? looksDone;
    return verdict;
  };
}

/** What the skill was credited with before its canary, by traffic of the same kind. */
function drawHistory({ traffic, history, random }: RunSetup): Evidence {
  const rate = traffic.past ?? traffic.rate('incumbent', 0);
  const begin = (): SimulatedSession => ({ arm: 'incumbent', propensity: 1, successes: 0, episodes: 0 });
  const next = drawEpisodes(traffic.sessions, random, begin);
  let reward = 0;
  for (let i = 0; i < history; i++) reward += Number(next(() => rate).success);
  return { weight: history, reward };
}

/** One episode at a time, each of one of the open sessions; `begin` opens one. */
export function drawEpisodes<Session extends SimulatedSession>(
  form: SessionForm,
  random: () => number,
  begin: () => Session,
) {
  const open: (Session | undefined)[] = Array.from({ length: form.open }, () => undefined);
  return (rate: (arm: Arm) => number): { session: Session; success: boolean } => {
    const place = form.open > 1 ? Math.floor(random() * form.open) : 0;
    const session = open[place] ?? begin();
    const success = random() < chanceIn(session, rate(session.arm), form.correlation);
    session.episodes += 1;
    if (success) session.successes += 1;
    open[place] = random() * form.length < 1 ? undefined : session;
    return { session, success };
  };
}

/**
 * Outcomes of a session are Beta-binomial around the rate, drawn as Pólya's urn: after n outcomes with k
 * successes the next one succeeds with (rate·s + k)/(s + n), s = 1/correlation − 1, which gives any two of
 * them that correlation.
 */
function chanceIn(session: SimulatedSession, rate: number, correlation: number): number {
  if (correlation === 0) return rate;
  const weight = 1 / correlation - 1;
  return (rate * weight + session.successes) / (weight + session.episodes);
}

function toUnitOutcomes(sessions: readonly SimulatedSession[]): UnitOutcome[] {
  return sessions.map(({ arm, propensity, successes, episodes }) => ({
    arm,
    propensity,
    outcome: successes / episodes,
  }));
}

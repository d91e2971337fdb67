/**
 * One simulated library with a holdback. Traffic is made up; the draw and the estimate are the very functions
 * of the service. After every few runs each skill's intervals are compared with what is true until then.
 */
import {
  addRun,
  countRun,
  durationEffect,
  type EffectSums,
  isEnough,
  type LiftPart,
  LOG_DURATION,
  NO_EFFECT,
  REWARD,
  type RunStep,
  rewardEffect,
  type UnitSums,
} from '../../server/domain/measurement/skill-lift.ts';
import { drawHoldback } from '../../server/domain/runs/holdback.ts';

/** A made-up world. Skills are numbered from 0. */
export type LiftWorld = {
  readonly skills: number;
  /** The probability that a skill fits a run. */
  readonly fit: number;
  /** The success rate of a run at which the skills of `served` are served; `progress` goes from 0 to 1. */
  readonly rate: (served: ReadonlySet<number>, progress: number) => number;
  /** Mean number of runs of a session (geometric). */
  readonly length: number;
  /** The probability that a run's luck is its session's. */
  readonly shared: number;
};

export type LiftSetup = {
  readonly world: LiftWorld;
  readonly holdback: number;
  readonly runs: number;
  readonly lookEvery: number;
  readonly random: () => number;
  /** Tells this library's draws from all others'. */
  readonly name: string;
};

/** Of one skill: whether an interval ever missed the truth, and what was read at the end. */
export type Watched = {
  /** The interval that may be read at any time, at any look. */
  missed: boolean;
  /** The same for durations, from the look on at which they are shown. */
  durationMissed: boolean;
  /** The 90 % interval, at the end. */
  missedAtEnd: boolean;
  /** Whether the skill was ever said to hurt. */
  accused: boolean;
  share: number;
  width: number;
};

type Session = { readonly name: string; readonly luck: number; left: number };
type Sums = { reward: EffectSums; truth: EffectSums; duration: EffectSums };
const MEASURES = ['reward', 'duration', 'truth'] as const;
type Units = Map<string, { reward: UnitSums; truth: UnitSums; duration: UnitSums }>;

const OPEN_SESSIONS = 5;
/** Durations are exponential, and of failures twice as long. */
const LONGER_FAILURE = Math.LN2;

type Known = { sums: Sums; units: Units; watched: Watched };

const unknown = (): Known => ({
  sums: { reward: NO_EFFECT, truth: NO_EFFECT, duration: NO_EFFECT },
  units: new Map(),
  watched: { missed: false, durationMissed: false, missedAtEnd: false, accused: false, share: 0, width: 2 },
});

/** Runs the library once. */
export function runLift(setup: LiftSetup): Watched[] {
  const { world, runs, lookEvery, random, name } = setup;
  const skills = Array.from({ length: world.skills }, unknown);
  const nextSession = openSessions(world, random, name);
  for (let run = 1; run <= runs; run++) {
    recordRun(setup, skills, { session: nextSession(), progress: run / runs });
    if (run % lookEvery === 0) for (const { sums, watched } of skills) look(sums, watched);
  }
  return skills.map(({ sums, watched }) => atEnd(sums, watched));
}

/** Several sessions at a time; each run comes from one of them at random. */
function openSessions({ length }: LiftWorld, random: () => number, name: string): () => Session {
  let opened = 0;
  const runsOf = () => (length <= 1 ? 1 : 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - 1 / length)));
  const open = (): Session => ({ name: `${name} ${opened++}`, luck: random(), left: runsOf() });
  const sessions = Array.from({ length: OPEN_SESSIONS }, open);
  return () => {
    const place = Math.floor(random() * OPEN_SESSIONS);
    const session = sessions[place] ?? open();
    session.left -= 1;
    if (session.left <= 0) sessions[place] = open();
    return session;
  };
}

function recordRun(
  { world, holdback, random }: LiftSetup,
  skills: readonly Known[],
  { session, progress }: { session: Session; progress: number },
): void {
  const fitting = [...skills.keys()].filter(() => random() < world.fit);
  const { heldBack, probabilities } = drawHoldback({
    ...{ tenant: 't', agentId: 'a', unit: session.name, rate: holdback },
    candidates: fitting.map((skill) => ({
      id: String(skill),
      evidence: skills[skill]?.sums.reward.served.weight ?? 0,
    })),
  });
  const rateOf = (served: readonly number[]) => world.rate(new Set(served), progress);
  const luck = random() < world.shared ? session.luck : random();
  const reward = luck < rateOf(fitting.filter((skill) => String(skill) !== heldBack)) ? 1 : 0;
  const duration = Math.log(-Math.log(1 - random())) + (reward === 1 ? 0 : LONGER_FAILURE);
  for (const skill of fitting) {
    const own = skills[skill] ?? unknown();
    const step = {
      part: partOf(String(skill), heldBack),
      probability: probabilities.get(String(skill)) ?? 0,
      ...{ rate: holdback, weight: 1 },
    };
    const effect = rateOf(fitting) - rateOf(fitting.filter((other) => other !== skill));
    credit(own, session.name, { step, reward, duration, effect });
  }
}

function partOf(skill: string, heldBack: string | null): LiftPart {
  if (heldBack === null) return 'served';
  return heldBack === skill ? 'held_back' : 'other_held_back';
}

type Seen = { step: Omit<RunStep, 'value'>; reward: number; duration: number; effect: number };

/** `truth.values` sums the units' own effects, each times its share, in place of what was observed. */
function credit(
  { sums, units }: { sums: Sums; units: Units },
  session: string,
  { step, reward, duration, effect }: Seen,
): void {
  const unit = units.get(session);
  const { share } = countRun(step.part, step.probability, step.rate);
  const add = (measure: keyof Sums, value: number) =>
    addRun(
      measure === 'duration' ? LOG_DURATION : REWARD,
      { sums: sums[measure], unit: unit?.[measure] ?? null },
      { ...step, value },
    );
  const added = {
    reward: add('reward', reward),
    duration: add('duration', duration),
    truth: add('truth', share * effect),
  };
  for (const measure of MEASURES) sums[measure] = added[measure].sums;
  units.set(session, {
    reward: added.reward.unit,
    duration: added.duration.unit,
    truth: added.truth.unit,
  });
}

function look({ reward, truth, duration }: Sums, watched: Watched): void {
  const effect = rewardEffect(reward);
  if (effect === null) return;
  const actual = truth.values / truth.share;
  const { alwaysValid } = effect;
  watched.missed ||= !holds(alwaysValid, actual);
  watched.accused ||= alwaysValid[1] < 0;
  const timed = isEnough(duration) ? durationEffect(duration) : null;
  if (timed !== null) watched.durationMissed ||= !holds(timed.alwaysValid, -actual * LONGER_FAILURE);
}

function atEnd({ reward, truth }: Sums, watched: Watched): Watched {
  const effect = rewardEffect(reward);
  if (effect === null) return watched;
  const [low, high] = effect.alwaysValid;
  const missedAtEnd = !holds(effect.interval, truth.values / truth.share);
  return { ...watched, missedAtEnd, share: reward.share, width: high - low };
}

function holds([low, high]: readonly [number, number], value: number): boolean {
  return low <= value && value <= high;
}

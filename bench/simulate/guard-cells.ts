/**
 * Canaries with guardrails whose truth is known: how often a candidate is promoted, held, or neither. Serving and
 * judging are the functions of the service; both rules watch the same runs.
 */
import { chooseArm, RunningArms } from '../../server/domain/skills/canary/arm.ts';
import { drawNormal, seededRandom } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import { evenChance, guardedVerdict } from '../../server/domain/skills/canary/guarded-verdict.ts';
import type { GuardrailRules } from '../../server/domain/skills/canary/guardrails.ts';
import {
  type ArmMeasures,
  addMeasures,
  measureRun,
  NO_MEASURES,
} from '../../server/domain/skills/canary/measures.ts';
import type { CanaryBounds } from '../../server/domain/skills/canary/verdict.ts';
import {
  type Boundaries,
  boundaryFor,
  calibratedWatcher,
  drawEpisodes,
  posteriorWatcher,
  type SimulatedSession,
} from './canary-run.ts';
import { SINGLE, STICKY } from './cells.ts';

/** Of the present text: success. Then what the candidate changes, and what hangs together. */
type GuardCell = {
  readonly name: string;
  readonly success: number;
  readonly lift: number;
  /** The candidate's duration over the present one. */
  readonly duration: number;
  /** What the candidate adds to the share of runs in which a tool fails. */
  readonly errors: number;
  /** Whether a promotion would be false. */
  readonly unwanted: boolean;
  /** Whether runs come in sessions whose outcomes and durations hang together. */
  readonly sticky: boolean;
  /** By what factor durations grow over the canary's first 600 runs, with either text. */
  readonly drift: number;
};

const GUARD_RULES: GuardrailRules = { margins: { duration: 0.2, tool_errors: 0.05 }, cheaper: 0.1 };

const SPREAD = 0.4;
/** The share of the variance of a duration's logarithm that is the session's, where sessions hang together. */
const OF_SESSION = 0.3;
const ERRORS = 0.02;
const SECONDS = 20;
const DRIFT_RUNS = 600;
const USUAL = { success: 0.7, lift: 0, duration: 1, errors: 0, unwanted: true, sticky: false, drift: 1 };

const PLAIN: readonly GuardCell[] = [
  { ...USUAL, name: 'equal' },
  { ...USUAL, name: 'equal success, 50 % slower', duration: 1.5 },
  { ...USUAL, name: '+20 points, as costly', lift: 0.2, unwanted: false },
  { ...USUAL, name: '+20 points, 20 % slower (the margin)', lift: 0.2, duration: 1.2 },
  { ...USUAL, name: '+20 points, 50 % slower', lift: 0.2, duration: 1.5 },
  { ...USUAL, name: '+20 points, tools fail in 15 points more', lift: 0.2, errors: 0.15 },
  { ...USUAL, name: 'equal success, 40 % faster', duration: 0.6, unwanted: false },
  { ...USUAL, name: 'equal at 0.9, 40 % faster', success: 0.9, duration: 0.6, unwanted: false },
  { ...USUAL, name: '−10 points (the margin), 40 % faster', lift: -0.1, duration: 0.6 },
  { ...USUAL, name: '−40 points, 40 % faster', lift: -0.4, duration: 0.6 },
];

/** In the order of the table. */
export const GUARD_CELLS: readonly GuardCell[] = [
  ...PLAIN,
  ...PLAIN.map((cell) => ({ ...cell, name: `${cell.name}, sticky`, sticky: true })),
  ...PLAIN.slice(2, 5).map((cell) => ({ ...cell, name: `${cell.name}, drift`, drift: 2 })),
];

export const GUARDED = ['posterior', 'calibrated'] as const;
type Guarded = (typeof GUARDED)[number];

type Ends = { promoted: number; held: number; undecided: number; episodes: number };
export type GuardTally = { runs: number } & { [rule in Guarded]: Ends };

export type GuardTask = {
  readonly cell: number;
  readonly canaries: number;
  readonly seed: number;
  readonly floor: number;
  readonly bounds: CanaryBounds;
  readonly boundaries: Boundaries;
};

/** Simulates canaries of a cell until each has ended by both rules. */
export function simulateGuard({ cell: index, canaries, seed, ...setup }: GuardTask): GuardTally {
  const cell = GUARD_CELLS[index];
  if (cell === undefined) throw new RangeError(`there is no cell ${index}`);
  const random = seededRandom(seed);
  const none = (): Ends => ({ promoted: 0, held: 0, undecided: 0, episodes: 0 });
  const tally: GuardTally = { runs: canaries, posterior: none(), calibrated: none() };
  for (let canary = 0; canary < canaries; canary++) {
    const endings = runGuarded(cell, { ...setup, random });
    for (const rule of GUARDED) {
      const { reason, decision, episodes } = endings[rule];
      tally[rule].promoted += Number(decision === 'promote');
      tally[rule].held += Number(reason.startsWith('held'));
      tally[rule].undecided += Number(reason.startsWith('still undecided'));
      tally[rule].episodes += episodes;
    }
  }
  return tally;
}

type Setup = Pick<GuardTask, 'floor' | 'bounds' | 'boundaries'> & { readonly random: () => number };
type Ending = { readonly decision: 'promote' | 'reject'; readonly reason: string; readonly episodes: number };
/** `pace` is the session's part in the logarithm of its runs' durations. */
type PacedSession = SimulatedSession & { readonly pace: number };

function runGuarded(
  cell: GuardCell,
  { floor, bounds, boundaries, random }: Setup,
): { [rule in Guarded]: Ending } {
  const known = { weight: HISTORY, reward: HISTORY * cell.success };
  const watchers = {
    posterior: posteriorWatcher(bounds),
    calibrated: calibratedWatcher(bounds, boundaryFor(boundaries, known)),
  };
  const arms = new RunningArms();
  const sessions: PacedSession[] = [];
  const next = drawEpisodes(cell.sticky ? STICKY : SINGLE, random, () => {
    const { better, evidence } = arms;
    const chosen = chooseArm(evidence, floor, random(), evenChance(evidence, bounds, better) ?? better);
    const pace = cell.sticky ? SPREAD * Math.sqrt(OF_SESSION) * drawNormal(random) : 0;
    const session = { ...chosen, successes: 0, episodes: 0, pace };
    sessions.push(session);
    return session;
  });
  const nothing: ArmMeasures = { ...NO_MEASURES, characters: 1000 };
  const measures = { incumbent: nothing, candidate: nothing };
  const endings: { [rule in Guarded]?: Ending } = {};
  for (let episodes = 1; ; episodes++) {
    const { session, success } = next((arm) => cell.success + (arm === 'candidate' ? cell.lift : 0));
    const { arm } = session;
    arms.credit(arm, success);
    measures[arm] = {
      ...addMeasures(measures[arm], drawRun(cell, session, { episodes, random })),
      characters: 1000,
    };
    const state = {
      evidence: arms.evidence,
      bounds,
      better: arms.better,
      guarded: { rules: GUARD_RULES, measures },
    };
    for (const rule of GUARDED.filter((one) => endings[one] === undefined)) {
      const verdict = guardedVerdict(watchers[rule](arms, sessions), state);
      if (verdict.decision !== 'continue') endings[rule] = { ...verdict, episodes };
    }
    const { posterior, calibrated } = endings;
    if (posterior && calibrated) return { posterior, calibrated };
  }
}

/** Recorded runs of the skill before its canary. */
const HISTORY = 200;

function drawRun(
  { duration, errors, sticky, drift }: GuardCell,
  { arm, pace }: PacedSession,
  { episodes, random }: { episodes: number; random: () => number },
) {
  const isCandidate = arm === 'candidate';
  const own = SPREAD * Math.sqrt(sticky ? 1 - OF_SESSION : 1) * drawNormal(random);
  const failed = random() < ERRORS + (isCandidate ? errors : 0);
  const slower = drift ** Math.min(1, episodes / DRIFT_RUNS);
  return measureRun({
    durationMs: SECONDS * 1000 * slower * (isCandidate ? duration : 1) * Math.exp(pace + own),
    toolCalls: [{ error: failed ? 'refused' : null }],
    metadata: {},
  });
}

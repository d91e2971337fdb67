/**
 * What share of the sessions has to lie until a canary ends as the liar wants. A liar holds the agent's key: it knows
 * the arm that it was served, and says success under the one that shall win and failure under the other. However many
 * runs it records, a recall is credited once and a session is one unit, so each session is one draw here.
 */
import { type Arm, chooseArm, RunningArms } from '../../server/domain/skills/canary/arm.ts';
import { seededRandom } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import type { CanaryBounds, CanaryRule } from '../../server/domain/skills/canary/verdict.ts';
import {
  type Boundaries,
  boundaryFor,
  calibratedWatcher,
  posteriorWatcher,
  type SimulatedSession,
} from './canary-run.ts';

/** What the candidate truly gains, and which text shall win. */
type Aim = { readonly name: string; readonly effect: number; readonly winner: Arm };

const HONEST_RATE = 0.6;
const HISTORY = 200;

export const AIMS: readonly Aim[] = [
  { name: 'promote a candidate that is no better', effect: 0, winner: 'candidate' },
  { name: 'promote one that is worse by 20 points', effect: -0.2, winner: 'candidate' },
  { name: 'sink one that is better by 20 points', effect: 0.2, winner: 'incumbent' },
];

export type LieTask = {
  readonly aim: number;
  readonly rule: CanaryRule;
  readonly canaries: number;
  readonly seed: number;
  readonly floor: number;
  readonly bounds: CanaryBounds;
  readonly boundaries: Boundaries;
};

/** Shares are told to the percent; more than so many sessions are the majority, and need no lies. */
const MOST_PERCENT = 60;

/** The least share of lying sessions, in percent, with which half of the canaries end as the liar wants; by bisection. */
export function neededShare(task: LieTask): number {
  let [low, high] = [0, MOST_PERCENT];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reachedShare(task, middle / 100) >= 0.5) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** In what share of canaries the liar has its way with `share` of the sessions. */
export function reachedShare({ aim: index, canaries, seed, ...setup }: LieTask, share: number): number {
  const aim = AIMS[index];
  if (aim === undefined) throw new RangeError(`there is no aim ${index}`);
  const random = seededRandom(seed);
  let reached = 0;
  for (let canary = 0; canary < canaries; canary++) {
    if (isPromoted(aim, { ...setup, share, random }) === (aim.winner === 'candidate')) reached += 1;
  }
  return reached / canaries;
}

type LieSetup = Omit<LieTask, 'aim' | 'canaries' | 'seed'> & {
  readonly share: number;
  readonly random: () => number;
};

function isPromoted(aim: Aim, { rule, floor, bounds, boundaries, share, random }: LieSetup): boolean {
  const history = { weight: HISTORY, reward: HISTORY * HONEST_RATE };
  const watch =
    rule === 'posterior'
      ? posteriorWatcher(bounds)
      : calibratedWatcher(bounds, boundaryFor(boundaries, history));
  const arms = new RunningArms();
  const sessions: SimulatedSession[] = [];
  for (;;) {
    const { arm, propensity } = chooseArm(arms.evidence, floor, random(), arms.better);
    const truth = HONEST_RATE + (arm === 'candidate' ? aim.effect : 0);
    const success = random() < share ? arm === aim.winner : random() < truth;
    sessions.push({ arm, propensity, successes: Number(success), episodes: 1 });
    arms.credit(arm, success);
    const { decision } = watch(arms, sessions);
    if (decision !== 'continue') return decision === 'promote';
  }
}

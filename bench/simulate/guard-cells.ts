/**
 * Canaries with guardrails whose truth is known: how often a candidate is promoted, held, or neither. Serving and
 * judging are the functions of the service, under the posterior rule.
 */
import { type Arm, chooseArm, RunningArms } from '../../server/domain/skills/canary/arm.ts';
import { seededRandom } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import { evenChance, guardedVerdict } from '../../server/domain/skills/canary/guarded-verdict.ts';
import type { GuardrailRules } from '../../server/domain/skills/canary/guardrails.ts';
import {
  type ArmMeasures,
  addMeasures,
  measureRun,
  NO_MEASURES,
} from '../../server/domain/skills/canary/measures.ts';
import { type CanaryBounds, posteriorVerdict } from '../../server/domain/skills/canary/verdict.ts';

/** Of the present text: success, and spread of the logarithm of durations. Then what the candidate changes. */
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
};

const GUARD_RULES: GuardrailRules = { margins: { duration: 0.2, tool_errors: 0.05 }, cheaper: 0.1 };

const SPREAD = 0.4;
const ERRORS = 0.02;
const SECONDS = 20;
const USUAL = { success: 0.7, lift: 0, duration: 1, errors: 0, unwanted: true };

/** In the order of the table. */
export const GUARD_CELLS: readonly GuardCell[] = [
  { ...USUAL, name: 'equal' },
  { ...USUAL, name: 'equal success, 50 % slower', duration: 1.5 },
  { ...USUAL, name: '+20 points, as costly', lift: 0.2, unwanted: false },
  { ...USUAL, name: '+20 points, 20 % slower (the margin)', lift: 0.2, duration: 1.2 },
  { ...USUAL, name: '+20 points, 50 % slower', lift: 0.2, duration: 1.5 },
  { ...USUAL, name: '+20 points, tools fail in 15 points more', lift: 0.2, errors: 0.15 },
  { ...USUAL, name: 'equal success, 40 % faster', duration: 0.6, unwanted: false },
  { ...USUAL, name: 'equal at 0.9, 40 % faster', success: 0.9, duration: 0.6, unwanted: false },
  { ...USUAL, name: '−10 points (the margin), 40 % faster', lift: -0.1, duration: 0.6 },
];

export type GuardTally = {
  runs: number;
  promoted: number;
  held: number;
  undecided: number;
  episodes: number;
};

export type GuardTask = {
  readonly cell: number;
  readonly canaries: number;
  readonly seed: number;
  readonly floor: number;
  readonly bounds: CanaryBounds;
};

/** Simulates canaries of a cell until each has ended. */
export function simulateGuard({ cell: index, canaries, seed, ...setup }: GuardTask): GuardTally {
  const cell = GUARD_CELLS[index];
  if (cell === undefined) throw new RangeError(`there is no cell ${index}`);
  const random = seededRandom(seed);
  const tally = { runs: canaries, promoted: 0, held: 0, undecided: 0, episodes: 0 };
  for (let canary = 0; canary < canaries; canary++) {
    const { reason, decision, episodes } = runGuarded(cell, { ...setup, random });
    tally.promoted += Number(decision === 'promote');
    tally.held += Number(reason.startsWith('held'));
    tally.undecided += Number(reason.startsWith('still undecided'));
    tally.episodes += episodes;
  }
  return tally;
}

type Setup = Pick<GuardTask, 'floor' | 'bounds'> & { readonly random: () => number };

function runGuarded(cell: GuardCell, { floor, bounds, random }: Setup) {
  const arms = new RunningArms();
  const nothing: ArmMeasures = { ...NO_MEASURES, characters: 1000 };
  const measures = { incumbent: nothing, candidate: nothing };
  for (let episodes = 1; ; episodes++) {
    const { better, evidence } = arms;
    const { arm } = chooseArm(evidence, floor, random(), evenChance(evidence, bounds, better) ?? better);
    const { success, run } = drawRun(cell, arm, random);
    arms.credit(arm, success);
    measures[arm] = { ...addMeasures(measures[arm], measureRun(run)), characters: 1000 };
    const state = { evidence: arms.evidence, bounds, better: arms.better, rules: GUARD_RULES, measures };
    const verdict = guardedVerdict(posteriorVerdict(state.evidence, bounds, state.better), state);
    if (verdict.decision !== 'continue') return { ...verdict, episodes };
  }
}

function drawRun({ success, lift, duration, errors }: GuardCell, arm: Arm, random: () => number) {
  const isCandidate = arm === 'candidate';
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const failed = random() < ERRORS + (isCandidate ? errors : 0);
  return {
    success: random() < success + (isCandidate ? lift : 0),
    run: {
      durationMs: SECONDS * 1000 * (isCandidate ? duration : 1) * Math.exp(SPREAD * normal),
      toolCalls: [{ error: failed ? 'refused' : null }],
      metadata: {},
    },
  };
}

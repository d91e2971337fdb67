/**
 * The kinds of traffic the rules are tried on. In the equal-arm cells every promotion is false, whatever the
 * sessions do and however the success rate moves; in the others the candidate really is better.
 */

import { beta, type Interval, quantile } from '../../server/domain/measurement/beta.ts';
import type { Arm } from '../../server/domain/skills/canary/arm.ts';
import {
  type Endings,
  type RunSetup,
  runCanary,
  type SessionForm,
  type Traffic,
  WATCHED,
  type Watched,
} from './canary-run.ts';

type Cell = {
  readonly name: string;
  /** Whether the arms are equal, so that promotions are false. */
  readonly equal: boolean;
  readonly traffic: Traffic;
};

/** Every run by itself. */
export const SINGLE: SessionForm = { length: 1, open: 1, correlation: 0 };
/** Five sessions at a time of five runs on average, whose outcomes hang together. */
export const STICKY: SessionForm = { length: 5, open: 5, correlation: 0.3 };
/** Episodes over which a drifting rate moves from one end to the other. */
const DRIFT = 600;

const RATES = [0.1, 0.2, 0.5, 0.7, 0.9];
/** Rates that are ten points lower, or higher, than they were while the skill's history was recorded. */
const SHIFTS: [number, number][] = [
  [0.6, 0.5],
  [0.9, 0.8],
  [0.5, 0.6],
];
const MOVES: [number, number][] = [
  [0.9, 0.5],
  [0.5, 0.9],
  [0.5, 0.1],
];
const LIFTS: [number, number][] = [
  [0.5, 0.1],
  [0.7, 0.1],
  [0.5, 0.2],
  [0.7, 0.2],
];

/** Shares of the runs whose agent lies, and what the candidate truly gains or costs on `HONEST_RATE`. */
const LIES: [number, number][] = [0, -0.2].flatMap((effect) =>
  [0.05, 0.1, 0.2, 0.3].map((share): [number, number] => [share, effect]),
);
const HONEST_RATE = 0.6;

const FORMS: [string, SessionForm][] = [
  ['', SINGLE],
  [', sticky', STICKY],
];

function equalCell(rate: number, [suffix, sessions]: [string, SessionForm]): Cell {
  const name = `equal at ${rate}${suffix}`;
  return { name, equal: true, traffic: { rate: () => rate, sessions } };
}

function driftCell([from, to]: [number, number], [suffix, sessions]: [string, SessionForm]): Cell {
  const rate = (_: Arm, episode: number) => from + (to - from) * Math.min(1, episode / DRIFT);
  const name = `equal, drift ${from} to ${to}${suffix}`;
  return { name, equal: true, traffic: { rate, sessions } };
}

function shiftCell([past, rate]: [number, number], [suffix, sessions]: [string, SessionForm]): Cell {
  const name = `equal at ${rate}, ${past} before${suffix}`;
  return { name, equal: true, traffic: { rate: () => rate, past, sessions } };
}

function liftCell([base, lift]: [number, number], [suffix, sessions]: [string, SessionForm]): Cell {
  const rate = (arm: Arm) => (arm === 'candidate' ? base + lift : base);
  const name = `+${lift * 100} points on ${base}${suffix}`;
  return { name, equal: false, traffic: { rate, sessions } };
}

/** An agent that knows which text it was served says success under the candidate, and failure under the other. */
function lieCell([share, effect]: [number, number]): Cell {
  const honest = (arm: Arm) => HONEST_RATE + (arm === 'candidate' ? effect : 0);
  const rate = (arm: Arm) => (1 - share) * honest(arm) + (arm === 'candidate' ? share : 0);
  const truth = effect === 0 ? 'equal' : `${effect * 100} points`;
  const name = `${truth}, ${share * 100} % lie for it`;
  return { name, equal: false, traffic: { rate, sessions: SINGLE } };
}

/** In the order of the table. */
export const CELLS: readonly Cell[] = [
  ...FORMS.flatMap((form) => RATES.map((rate) => equalCell(rate, form))),
  ...FORMS.flatMap((form) => MOVES.map((move) => driftCell(move, form))),
  ...FORMS.flatMap((form) => SHIFTS.map((shift) => shiftCell(shift, form))),
  ...FORMS.flatMap((form) => LIFTS.map((lift) => liftCell(lift, form))),
  ...LIES.map(lieCell),
];

// Counts over many simulated canaries, and how sure they are. A share without its interval invites reading
// noise, so none is printed without.

/** Of one rule: runs, those promoted, and all episodes until its decisions. */
export type Tally = { runs: number; promoted: number; episodes: number };
export type Tallies = Record<Watched, Tally>;

const nothing = (): Tally => ({ runs: 0, promoted: 0, episodes: 0 });

const nothings = (): Tallies => ({ posterior: nothing(), unknown: nothing(), known: nothing() });

/** Simulates `runs` canaries of a cell, all rules on each. */
export function simulate(cell: Cell, setup: Omit<RunSetup, 'traffic'>, runs: number): Tallies {
  const total = nothings();
  for (let i = 0; i < runs; i++) add(total, runCanary({ ...setup, traffic: cell.traffic }));
  return total;
}

function add(total: Tallies, endings: Endings): void {
  for (const rule of WATCHED) {
    total[rule].runs += 1;
    total[rule].promoted += endings[rule].promoted ? 1 : 0;
    total[rule].episodes += endings[rule].episodes;
  }
}

/** The tallies of several shares of a cell's runs together. */
export function together(parts: readonly Tallies[]): Tallies {
  const total = nothings();
  for (const part of parts) {
    for (const rule of WATCHED) {
      total[rule].runs += part[rule].runs;
      total[rule].promoted += part[rule].promoted;
      total[rule].episodes += part[rule].episodes;
    }
  }
  return total;
}

/** The exact 95 % interval of a share (Clopper and Pearson, 1934). */
export function binomialInterval({ runs, promoted }: Tally): Interval {
  const low = promoted === 0 ? 0 : quantile(beta(promoted, runs - promoted + 1), 0.025);
  const high = promoted === runs ? 1 : quantile(beta(promoted + 1, runs - promoted), 0.975);
  return [low, high];
}

/**
 * The kinds of traffic the rules are tried on. In the equal-arm cells every promotion is false, whatever the sessions do and
 * however the success rate moves; in the others the candidate really is better.
 */
import type { Arm } from '../../server/domain/skills/canary/arm.ts';
import type { SessionForm, Traffic } from './canary-run.ts';

export type Cell = {
  readonly name: string;
  /** Whether the arms are equal, so that promotions are false. */
  readonly equal: boolean;
  readonly traffic: Traffic;
};

/** Every run by itself. */
const SINGLE: SessionForm = { length: 1, open: 1, correlation: 0 };
/** Five sessions at a time of five runs on average, whose outcomes hang together. */
const STICKY: SessionForm = { length: 5, open: 5, correlation: 0.3 };
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

/** In the order of the table. */
export const CELLS: readonly Cell[] = [
  ...FORMS.flatMap((form) => RATES.map((rate) => equalCell(rate, form))),
  ...FORMS.flatMap((form) => MOVES.map((move) => driftCell(move, form))),
  ...FORMS.flatMap((form) => SHIFTS.map((shift) => shiftCell(shift, form))),
  ...FORMS.flatMap((form) => LIFTS.map((lift) => liftCell(lift, form))),
];

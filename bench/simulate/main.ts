/**
 * `npm run simulate`: how often each canary rule promotes a candidate that is no better, how often one that is, and after how
 * many episodes it decides, at the default settings. Options: `--runs N` a cell (20000), `--seed N`, `--quick` (1000 runs).
 * Fails when the calibrated rule promotes more useless candidates than 5.5 % anywhere.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { CALIBRATION_RUNS } from '../../server/domain/canary/calibrate-boundary.ts';
import type { CanaryBounds } from '../../server/domain/canary/verdict.ts';
import { CELLS } from './cells.ts';
import { runAll } from './pool.ts';
import { binomialInterval, type Tallies, type Tally, together } from './tally.ts';
import type { Task } from './thread.ts';

const FLOOR = 0.1;
const BOUNDS: CanaryBounds = { threshold: 0.95, minSamples: 20, maxSamples: 300 };
/** The share of false promotions that calibration and its own noise may lead to. */
const ACCEPTED = 0.055;
/** Runs a task: small enough to share out evenly, the same whatever the number of cores, so that a seed fixes all figures. */
const RUNS_A_TASK = 2000;

const tallySchema = z.object({ runs: z.number(), promoted: z.number(), episodes: z.number() });
const talliesSchema = z.object({ posterior: tallySchema, calibrated: tallySchema });

// The start script leaves its own argument, this file, in front of the options.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
  },
});
const runs = values.quick ? 1000 : z.coerce.number().int().min(1).parse(values.runs);
const seed = z.coerce.number().int().min(0).parse(values.seed);

const say = (text: string) => process.stdout.write(`${text}\n`);
const percent = (share: number) => (share * 100).toFixed(1);

/** c at the default settings, as the service computes it. */
async function calibrate(): Promise<number> {
  const calibration = { floor: FLOOR, bounds: BOUNDS, seed, runs: CALIBRATION_RUNS };
  const [boundary] = await runAll([{ calibrate: calibration }], (answer) => z.number().parse(answer));
  return z.number().parse(boundary);
}

/** The cell's runs as tasks, each with a seed of its own. */
function tasksOf(cell: number, boundary: number): Task[] {
  return Array.from({ length: Math.ceil(runs / RUNS_A_TASK) }, (_, part) => {
    const taskSeed = seed * 2 ** 32 + (cell + 1) * 100_000 + part;
    const size = Math.min(RUNS_A_TASK, runs - part * RUNS_A_TASK);
    return { simulate: { cell, runs: size, seed: taskSeed, floor: FLOOR, bounds: BOUNDS, boundary } };
  });
}

/** Above what is accepted, and by more than the chance of a short simulation. */
function exceeds(tally: Tally): boolean {
  const allowed = 1 - BOUNDS.threshold;
  return tally.promoted / tally.runs > ACCEPTED && binomialInterval(tally)[0] > allowed;
}

function columns(tally: Tally): string {
  const [low, high] = binomialInterval(tally);
  const share = `${percent(tally.promoted / tally.runs)} [${percent(low)}–${percent(high)}]`;
  return `${share.padStart(18)} ${(tally.episodes / tally.runs).toFixed(0).padStart(6)}`;
}

async function main(): Promise<boolean> {
  const started = performance.now();
  const elapsed = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const boundary = await calibrate();
  say(`c = ${boundary.toFixed(3)}, calibrated in ${elapsed()}; ${runs} canaries a cell, seed ${seed}`);
  const tasks = CELLS.map((_, cell) => tasksOf(cell, boundary));
  const answers = await runAll(tasks.flat(), (answer): Tallies => talliesSchema.parse(answer));
  say('\npromoted in % [95 % interval] and mean episodes until the decision\n');
  say(`${''.padEnd(36)}${'posterior'.padStart(25)}${'calibrated'.padStart(26)}`);
  let worst = 0;
  let broken = false;
  for (const [i, cell] of CELLS.entries()) {
    const mine = answers.splice(0, tasks[i]?.length ?? 0);
    const { posterior, calibrated } = together(mine);
    if (cell.equal) {
      worst = Math.max(worst, calibrated.promoted / calibrated.runs);
      broken ||= exceeds(calibrated);
    }
    say(`${cell.name.padEnd(36)}${columns(posterior)} ${columns(calibrated)}`);
  }
  say(`\nThe calibrated rule promotes at most ${percent(worst)} % of equal candidates. ${elapsed()} in all.`);
  return !broken;
}

if (!(await main())) process.exitCode = 1;

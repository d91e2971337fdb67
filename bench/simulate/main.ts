/**
 * `npm run simulate`: how often each canary rule promotes a candidate that is no better, how often one that
 * is, and after how many episodes it decides, at the default settings. Options: `--runs N` a cell (20000),
 * `--history N` runs of the skill before its canary (200), `--seed N`, `--quick` (1000 runs). Then how often
 * the interval of a skill's worth misses the truth, in a fiftieth as many libraries, and before it how often
 * canaries with guardrails promote and hold, in a tenth as many, and what share of the sessions has to lie to decide
 * a canary. Fails when the calibrated
 * rule promotes more useless candidates than 5.5 % anywhere, or an interval misses more often than it says.
 * With `--rehearsal` instead: how often what rehearsals claim comes true in histories that are run again (200; with
 * `--quick` 20).
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { CALIBRATION_RUNS } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import type { CanaryBounds } from '../../server/domain/skills/canary/verdict.ts';
import { type Boundaries, boundaryFor, calibrations } from './canary-run.ts';
import { binomialInterval, CELLS, type Tallies, type Tally, together } from './cells.ts';
import { reportGuard } from './guard-report.ts';
import { reportLies } from './lie-report.ts';
import { reportLift } from './lift-report.ts';
import { reportRehearsals } from './rehearsal/report.ts';
import { runAll } from './run-all.ts';
import type { Task } from './thread.ts';

const FLOOR = 0.1;
const BOUNDS: CanaryBounds = { threshold: 0.95, minSamples: 20, maxSamples: 300 };
/** The share of false promotions that calibration and its own noise may lead to. */
const ACCEPTED = 0.055;
/**
 * Runs a task: small enough to share out evenly, the same whatever the number of cores, so that a seed fixes
 * all figures.
 */
const RUNS_A_TASK = 2000;

const tallySchema = z.object({ runs: z.number(), promoted: z.number(), episodes: z.number() });
const talliesSchema = z.object({ posterior: tallySchema, unknown: tallySchema, known: tallySchema });

// The start script leaves its own argument, this file, in front of the options.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '20000' },
    history: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    rehearsal: { type: 'boolean', default: false },
  },
});
const runs = values.quick ? 1000 : z.coerce.number().int().min(1).parse(values.runs);
const history = z.coerce.number().int().min(0).parse(values.history);
const seed = z.coerce.number().int().min(0).parse(values.seed);

const say = (text: string) => process.stdout.write(`${text}\n`);
const percent = (share: number) => (share * 100).toFixed(1);

/** The boundaries at the default settings, as the service computes them. */
async function calibrate(): Promise<Boundaries> {
  const settings = { floor: FLOOR, bounds: BOUNDS, seed, runs: CALIBRATION_RUNS };
  const tasks = calibrations(settings).map((one): Task => ({ calibrate: one }));
  return await runAll(tasks, (answer) => z.number().parse(answer));
}

/** The cell's runs as tasks, each with a seed of its own. */
function toTasks(cell: number, boundaries: Boundaries): Task[] {
  return Array.from({ length: Math.ceil(runs / RUNS_A_TASK) }, (_, part) => {
    const taskSeed = seed * 2 ** 32 + (cell + 1) * 100_000 + part;
    const size = Math.min(RUNS_A_TASK, runs - part * RUNS_A_TASK);
    const setup = { floor: FLOOR, bounds: BOUNDS, boundaries, history };
    return { simulate: { ...setup, cell, runs: size, seed: taskSeed } };
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
  const boundaries = await calibrate();
  const c = (weight: number, reward: number) => boundaryFor(boundaries, { weight, reward }).toFixed(2);
  say(
    `c = ${c(0, 0)} for any rate, ${c(history, history / 2)} at 0.5 and ${c(history, history * 0.9)} at 0.9 known`,
  );
  say(`by ${history} runs, calibrated in ${elapsed()}; ${runs} canaries a cell, seed ${seed}`);
  const tasks = CELLS.map((_, cell) => toTasks(cell, boundaries));
  const answers = await runAll(tasks.flat(), (answer): Tallies => talliesSchema.parse(answer));
  say('\npromoted in % [95 % interval] and mean episodes until the decision\n');
  const heads = ['posterior', 'calibrated for any rate', 'for the known rate'];
  say(`${''.padEnd(36)}${heads.map((head) => head.padStart(25)).join(' ')}`);
  let worst = 0;
  let broken = false;
  for (const [i, cell] of CELLS.entries()) {
    const mine = answers.splice(0, tasks[i]?.length ?? 0);
    const { posterior, unknown, known } = together(mine);
    if (cell.equal) {
      worst = Math.max(worst, unknown.promoted / unknown.runs, known.promoted / known.runs);
      broken ||= exceeds(unknown) || exceeds(known);
    }
    say(`${cell.name.padEnd(36)}${[posterior, unknown, known].map(columns).join(' ')}`);
  }
  say(`\nThe calibrated rule promotes at most ${percent(worst)} % of equal candidates. ${elapsed()} in all.`);
  await reportLies({
    ...{ canaries: Math.ceil(runs / 10), seed, floor: FLOOR, bounds: BOUNDS, boundaries, say },
  });
  const guarded = await reportGuard({
    ...{ canaries: Math.ceil(runs / 10), seed, floor: FLOOR, bounds: BOUNDS, boundaries, say },
  });
  const covered = await reportLift({ libraries: Math.ceil(runs / 50), seed, say });
  return !broken && guarded && covered;
}

const passed = values.rehearsal
  ? await reportRehearsals({ histories: values.quick ? 4 : 40, seed, say })
  : await main();
if (!passed) process.exitCode = 1;

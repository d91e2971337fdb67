/**
 * `npm run simulate`: what both canary rules promote of candidates that are no better and of such as are, and how often
 * what is told of a canary's effect and of the lift of learning misses the truth, by kind of traffic, at the default
 * settings. Options: `--runs N` canaries a cell (3000), `--seed N`, `--quick` (400). Exits with 1 where the calibrated
 * rule promotes more than 5.5 % that are no better or finds 10 points in less than 60 %, or where an interval misses more
 * often than it says.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { CALIBRATION_RUNS, calibrateBoundary } from '../../server/domain/skills/canary/calibrate-boundary.ts';
import { ANY_RATE, ratesBetween } from '../../server/domain/skills/canary/verdict.ts';
import { reportLies } from './lies.ts';
import { BOUNDS, FLOOR, inThreads, reportCanaries, reportLifts } from './report.ts';

// The start script leaves its own argument, this file, in front of the options.
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
  },
});
const runs = values.quick ? 400 : z.coerce.number().int().min(1).parse(values.runs);
const seed = z.coerce.number().int().min(0).parse(values.seed);
const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<boolean> {
  const started = performance.now();
  const elapsed = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  const settings = { floor: FLOOR, bounds: BOUNDS, seed, runs: values.quick ? 2000 : CALIBRATION_RUNS };
  const boundaries = await inThreads(
    { script: 'server/domain/skills/canary/calibrate-boundary.ts', run: calibrateBoundary },
    ratesBetween(ANY_RATE).map((rate) => ({ ...settings, rate })),
  );
  const boundary = Math.max(...boundaries);
  say(
    `c = ${boundary.toFixed(2)} for any rate, calibrated in ${elapsed()}; ${runs} canaries a cell, seed ${seed}`,
  );
  await reportLies({ runs, seed, boundary, say, floor: FLOOR, bounds: BOUNDS });
  const broken = [
    ...(await reportCanaries({ runs, seed, boundary, say })),
    ...(await reportLifts({ runs, seed, say })),
  ];
  say(broken.length === 0 ? `\nAll bounds hold. ${elapsed()} in all.` : `\nBroken, in ${elapsed()}:`);
  for (const what of broken) say(`- ${what}`);
  return broken.length === 0;
}

if (!(await main())) process.exitCode = 1;

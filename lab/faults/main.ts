/**
 * `npm run test:faults`: breaks an installation under load and checks what must hold. Options: `--points` (faults on
 * each database, 200), `--seed` (of the first of them; with `--points 1` it repeats one), `--only sqlite|postgresql`,
 * `--fault` (a part of its name).
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { textTable } from '../text-table.ts';
import { type Tried, tryFaults } from './try-faults.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    points: { type: 'string', default: '200' },
    seed: { type: 'string' },
    only: { type: 'string' },
    fault: { type: 'string' },
  },
});

const worst = (times: readonly number[]) =>
  times.length === 0 ? '' : `${(Math.max(...times) / 1000).toFixed(1)} s`;

function summary(tried: readonly Tried[]): string {
  const rows = [...Map.groupBy(tried, ({ fault }) => fault)].map(([fault, own]) => [
    fault,
    String(own.length),
    String(own.filter(({ broken }) => broken.length === 0).length),
    worst(own.map(({ recoveryMs }) => recoveryMs)),
    worst(own.map(({ stallMs }) => stallMs)),
    worst(own.flatMap(({ jobsMs }) => jobsMs ?? [])),
  ]);
  return textTable(
    ['fault', 'tried', 'held', 'worst recovery', 'worst stall', 'jobs went on'],
    rows.toSorted(),
  );
}

// Otherwise the processes that were started would outlive this one.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const first = options.seed === undefined ? randomInt(2 ** 30) : Number(options.seed);
const seeds = Array.from({ length: Number(options.points) }, (_, at) => first + at);
process.stdout.write(`seeds ${first} to ${seeds.at(-1)}; --seed N --points 1 repeats one\n`);
const only = options.fault === undefined ? undefined : [options.fault];
let failed = 0;
for (const dialect of (['sqlite', 'postgresql'] as const).filter((name) => (options.only ?? name) === name)) {
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const tried = await tryFaults({ dialect, seeds, only, say });
  process.stdout.write(`\n${dialect}\n${summary(tried)}\n\n`);
  failed += tried.filter(({ broken }) => broken.length > 0).length;
}
process.exit(failed === 0 ? 0 : 1);

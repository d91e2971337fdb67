/**
 * `npm run test:hostile`: attacks a gateway and checks what must hold. Options: `--requests` (generated ones, 20,000),
 * `--minutes` (of all attacks at once, 10), `--only sqlite|postgresql`, `--seed` (repeats a run), `--brief` (fewer of
 * what takes long).
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../server/testing/database/postgres.ts';
import { textTable } from '../text-table.ts';
import type { MemoryCourse } from './all-together.ts';
import type { Attack } from './target.ts';
import { type HostileOrder, tryHostility } from './try-hostility.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    seed: { type: 'string' },
    brief: { type: 'boolean', default: false },
  },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);

function tell(attacks: readonly Attack[], course: MemoryCourse | null): void {
  for (const { name, broken } of attacks) for (const what of new Set(broken)) say(`${name}: ${what}`);
  const rows = attacks.map(({ name, tried, broken, stallMilliseconds, peakMegabytes }) => [
    name,
    String(tried),
    broken.length === 0 ? 'yes' : `no, ${broken.length} times`,
    `${stallMilliseconds.toFixed(0)} ms`,
    `${peakMegabytes.toFixed(0)} MB`,
  ]);
  say(`\n${textTable(['attack', 'tried', 'held', 'worst stall', 'peak so far'], rows)}\n`);
  if (course === null) return;
  const megabytes = Object.entries(course).map(([when, held]) => `${when} ${held.toFixed(0)} MB`);
  say(`memory while all went on at once: ${megabytes.join(', ')}\n`);
}

const seed = options.seed === undefined ? randomInt(2 ** 30) : Number(options.seed);
say(`seed ${seed}; --seed ${seed} repeats this run`);
const order: HostileOrder = {
  seed,
  requests: Number(options.requests),
  minutes: Number(options.minutes),
  brief: options.brief,
};
let held = true;
for (const dialect of (['sqlite', 'postgresql'] as const).filter((name) => (options.only ?? name) === name)) {
  const postgres = dialect === 'postgresql' ? await startPostgres() : null;
  try {
    const { attacks, course } = await tryHostility(
      postgres === null ? order : { ...order, databaseUrl: postgres.url },
    );
    say(`\n${dialect}`);
    tell(attacks, course);
    held = held && attacks.every(({ broken }) => broken.length === 0);
  } finally {
    await postgres?.stop();
  }
}
process.exit(held ? 0 : 1);

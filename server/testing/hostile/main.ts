/**
 * `npm run test:hostile`: attacks a gateway and checks what must hold. Options: `--requests` (generated ones, 20,000),
 * `--seed` (repeats a run), `--brief` (fewer documents that are slow to read).
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { textTable } from '../../../bench/text-table.ts';
import { tryHostility } from './try-hostility.ts';

/** The aim for the longest stall; the first request of a kind, which loads its modules, may take longer. */
const STALL_AIM_MS = 100;

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    brief: { type: 'boolean', default: false },
  },
});
const seed = options.seed === undefined ? randomInt(2 ** 30) : Number(options.seed);
process.stdout.write(`seed ${seed}; --seed ${seed} repeats this run\n`);
const attacks = await tryHostility({ seed, requests: Number(options.requests), brief: options.brief });
for (const { name, broken } of attacks) {
  for (const what of new Set(broken)) process.stdout.write(`${name}: ${what}\n`);
}
const rows = attacks.map(({ name, tried, broken, stallMilliseconds, peakMegabytes }) => [
  name,
  String(tried),
  broken.length === 0 ? 'yes' : `no, ${broken.length} times`,
  `${stallMilliseconds.toFixed(0)} ms`,
  `${peakMegabytes.toFixed(0)} MB`,
  stallMilliseconds > STALL_AIM_MS ? '← above' : '',
]);
process.stdout.write(`\n${textTable(['attack', 'tried', 'held', 'worst stall', 'peak so far', ''], rows)}\n`);
process.exit(attacks.every(({ broken }) => broken.length === 0) ? 0 : 1);

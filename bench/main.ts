/**
 * `npm run bench`: recall and episodes on both databases beside two floors in the same run. Options: `--quick` (one
 * short round), `--only sqlite|postgresql`. Prints a table and ratios; the figures as JSON go to .cache/bench.json.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '../server/platform/db/migrations.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { FORMS, type Form } from './forms.ts';
import { loadKnowledge } from './load-knowledge.ts';
import { measure } from './measure.ts';
import { type MeasuredServer, startLoad, startServer } from './processes.ts';
import { ratioLines, table } from './report.ts';
import { LARGE, SCENARIOS, SMALL } from './scenarios.ts';
import { type Ratio, type Row, ratios, summarise } from './summary.ts';

const OUTPUT = '.cache/bench.json';

const quick = process.argv.includes('--quick');
const only = process.argv[process.argv.indexOf('--only') + 1];
const engines = (['sqlite', 'postgresql'] as const).filter(
  (name) => !process.argv.includes('--only') || name === only,
);

const say = (text: string) => process.stdout.write(`${text}\n`);

/** A durable database for one server: what is measured must include the wait for the disk. */
async function database(
  dialect: Dialect,
  folder: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (dialect === 'postgresql') return await startPostgres({ durable: true });
  return { url: `file:${join(folder, 'bench.db')}`, stop: () => Promise.resolve() };
}

async function run(dialect: Dialect): Promise<{ dialect: Dialect; rows: Row[]; ratios: Ratio[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-bench-'));
  const { url, stop } = await database(dialect, folder);
  const servers = new Map<Form, MeasuredServer>();
  const load = startLoad();
  try {
    for (const form of FORMS)
      servers.set(form, await startServer(form, form === 'gateway' ? url : floorUrl(url)));
    const gateway = servers.get('gateway');
    if (gateway === undefined) throw new Error('the gateway did not start');
    for (const size of [SMALL, LARGE]) await loadKnowledge(gateway.url, size);
    const samples = await measure({
      scenarios: SCENARIOS,
      servers,
      load,
      rounds: quick ? 1 : 5,
      seconds: quick ? 2 : 4,
      connections: [1, 16],
      progress: ({ scenario, connections, perSecond }) =>
        say(`  ${dialect} ${scenario} c=${connections}: ${perSecond.toFixed(0)}/s`),
    });
    const rows = summarise(samples);
    return { dialect, rows, ratios: ratios(rows) };
  } finally {
    await load.stop();
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The floors share the server of PostgreSQL but never the SQLite file, which belongs to one process. */
function floorUrl(url: string): string {
  return url.replace('bench.db', 'floor.db');
}

const results: Awaited<ReturnType<typeof run>>[] = [];
for (const dialect of engines) {
  say(`\n${dialect}: loading and measuring…`);
  results.push(await run(dialect));
}
for (const { dialect, rows, ratios: found } of results) {
  say(`\n${dialect}, medians with [lowest–highest] of the rounds\n`);
  say(table(rows));
  say(`\n${ratioLines(found)}`);
}
mkdirSync('.cache', { recursive: true });
writeFileSync(OUTPUT, JSON.stringify({ at: new Date().toISOString(), quick, results }, null, 2));
say(`\nJSON: ${OUTPUT}`);

/**
 * `npm run bench`: speed and memory of gateways on both databases, as tables and ratios; the figures go to
 * .cache/bench.json too. Options: `--quick` (short), `--only sqlite|postgresql`, `--scenario <name>` (see `SCENARIOS`),
 * `--scale` (the share of the history of growth and billion that is written, 0 to 1), `--before <folder>` (the checkout
 * that `builds` compares with).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { billionScenario } from './billion/scenario.ts';
import { buildsScenario } from './builds.ts';
import { openDatabases } from './databases.ts';
import { growthScenario } from './growth/scenario.ts';
import { workerScenario } from './learning/scenario.ts';
import { linearLines, linearScenario } from './linear/scenario.ts';
import type { Measured, Scene } from './measure.ts';
import { memoryScenario } from './memory/scenario.ts';
import { requestsScenario } from './requests.ts';
import { stallsScenario } from './stalls/scenario.ts';

/** What is measured on each database, in this order. */
const SCENARIOS: Readonly<Record<string, (scene: Scene) => Promise<Measured>>> = {
  requests: requestsScenario,
  stalls: stallsScenario,
  growth: growthScenario,
  billion: billionScenario,
  memory: memoryScenario,
  worker: workerScenario,
  builds: buildsScenario,
};
/** They take hours, or another build. */
const ONLY_WHEN_NAMED = ['growth', 'billion', 'builds'];

const OUTPUT = '.cache/bench.json';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    scenario: { type: 'string' },
    scale: { type: 'string', default: '1' },
    before: { type: 'string' },
  },
});
const { quick, only, scenario } = options;

const say = (text: string) => process.stdout.write(`${text}\n`);

function keep(file: string, found: object): void {
  mkdirSync('.cache', { recursive: true });
  writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), quick, ...found }, null, 2));
  say(`\nJSON: ${file}`);
}

/** Whether a scenario runs. What many rows cost is told beside what learning costs. */
function isWanted(name: string): boolean {
  if (scenario === undefined) return !ONLY_WHEN_NAMED.includes(name);
  return scenario === name || (scenario === 'growth' && name === 'worker');
}

async function speed(): Promise<void> {
  const found: Record<string, object[]> = {};
  if (isWanted('linear')) {
    const linear = await linearScenario({ quick }, say);
    found['linear'] = [linear];
    say(linearLines(linear));
  }
  const wanted = Object.entries(SCENARIOS).filter(([name]) => isWanted(name));
  for (const dialect of (['sqlite', 'postgresql'] as const).filter((name) => (only ?? name) === name)) {
    for (const [name, run] of wanted) {
      say(`\n${dialect}: ${name}…`);
      const databases = await openDatabases(dialect);
      try {
        const { figures, lines } = await run({
          dialect,
          databases,
          quick,
          scale: Number(options.scale),
          before: options.before ?? null,
          say,
        });
        found[name] = [...(found[name] ?? []), { dialect, ...figures }];
        say(`\n${lines}`);
      } finally {
        await databases.close();
      }
    }
  }
  keep(OUTPUT, found);
}

const names = [...Object.keys(SCENARIOS), 'linear'];
if (scenario !== undefined && !names.includes(scenario)) {
  process.stderr.write(`there is no scenario ${scenario}; there are: ${names.join(', ')}\n`);
  process.exit(1);
}
await speed();

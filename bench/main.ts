/**
 * `npm run bench`: recall and episodes on both databases beside two floors in the same run, recall while a
 * worker learns, and how the time of patterns grows with their text. Options: `--quick` (one short round),
 * `--only sqlite|postgresql`, `--scenario requests|worker|insights|traces|stalls|memory|linear`. Prints tables and
 * ratios; the figures as JSON go to .cache/bench.json. `--scenario growth` and `--scenario holdback` run only when
 * they are named; `--scale` is the part of growth's full history that is written, 0 to 1.
 *
 * `--scenario poisoning` and `--scenario injection` measure no speed and run only when they are named: what
 * planted texts reach without a person, under the default settings and with the review of medium risk
 * switched off. The first fails when that is anything.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Dialect } from '../server/platform/db/migrations/migrations.ts';
import { type Databases, FORMS, type Form, openDatabases } from './databases.ts';
import { type GrowthResult, growthLines, growthScenario } from './growth/scenario.ts';
import { type HoldbackResult, holdbackLines, holdbackScenario } from './holdback/scenario.ts';
import { injectionLines, injectionScenario } from './injection/scenario.ts';
import { type InsightsResult, insightsLine, insightsScenario } from './insights/scenario.ts';
import { type LearningResult, learningRatios, learningTables, workerScenario } from './learning/scenario.ts';
import { type LinearResult, linearLines, linearScenario } from './linear/scenario.ts';
import { loadKnowledge } from './load-knowledge.ts';
import { measure, type Ratio, type Row, ratios, type Spread, summarise } from './measure.ts';
import { type MemoryResult, memoryLine, memoryScenario } from './memory/scenario.ts';
import { isSound, poisoningReport } from './poisoning/report.ts';
import { poisoningScenario } from './poisoning/scenario.ts';
import { type MeasuredServer, startLoad, startServer } from './processes.ts';
import { HUGE, HUNDRED, LARGE, SCENARIOS, SMALL } from './scenarios.ts';
import { type StallsResult, stallsLines, stallsScenario } from './stalls/scenario.ts';
import { textTable } from './text-table.ts';
import { type TracesResult, tracesLines, tracesScenario } from './traces/scenario.ts';

function shown({ median, low, high }: Spread, digits: number): string {
  return `${median.toFixed(digits)} [${low.toFixed(digits)}–${high.toFixed(digits)}]`;
}

const HEADINGS = ['scenario', 'c', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'of it database', 'RSS MB'];

function cells(row: Row): string[] {
  return [
    row.scenario,
    String(row.connections),
    shown(row.perSecond, 0),
    shown(row.p50, 2),
    shown(row.p99, 2),
    shown(row.cpu, 0),
    shown(row.databaseCpu, 0),
    row.residentMegabytes.toFixed(0),
  ];
}

/** The ratios beside their aims. */
function ratioLines(ratios: Ratio[]): string {
  return ratios
    .map(
      ({ what, measured, aim }) =>
        `${measured.toFixed(2)}× (aim ${aim}×)  ${what}${measured > aim ? '  ← above' : ''}`,
    )
    .join('\n');
}

const OUTPUT = '.cache/bench.json';
const POISONING_OUTPUT = '.cache/poisoning.json';
const INJECTION_OUTPUT = '.cache/injection.json';
/** A quick round tries one in so many of the planted texts. */
const QUICK_ONE_IN = 10;

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    scenario: { type: 'string' },
    scale: { type: 'string', default: '1' },
  },
});
const { quick, only, scenario } = options;
const measuresSpeed = scenario !== 'poisoning' && scenario !== 'injection';
const engines = (['sqlite', 'postgresql'] as const).filter(
  (name) => measuresSpeed && (only === undefined || name === only),
);
const oneIn = quick ? QUICK_ONE_IN : 1;

const say = (text: string) => process.stdout.write(`${text}\n`);

interface RequestsResult {
  dialect: Dialect;
  rows: Row[];
  ratios: Ratio[];
}

async function requests(dialect: Dialect, databases: Databases): Promise<RequestsResult> {
  const servers = new Map<Form, MeasuredServer>();
  const load = startLoad();
  try {
    for (const form of FORMS)
      servers.set(form, await startServer(form, await databases.url(form === 'gateway' ? 'bench' : 'floor')));
    const gateway = servers.get('gateway');
    if (gateway === undefined) throw new Error('the gateway did not start');
    for (const size of [SMALL, HUNDRED, LARGE, HUGE]) await loadKnowledge(gateway.url, size);
    const samples = await measure({
      scenarios: SCENARIOS,
      servers,
      load,
      rounds: quick ? 1 : 5,
      seconds: quick ? 2 : 4,
      connections: [1, 16],
      databaseMicroseconds: databases.cpuMicroseconds,
      progress: ({ scenario, connections, perSecond }) =>
        say(`  ${dialect} ${scenario} c=${connections}: ${perSecond.toFixed(0)}/s`),
    });
    const rows = summarise(samples);
    return { dialect, rows, ratios: ratios(dialect, rows) };
  } finally {
    await load.stop();
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

/** Measures on databases of one kind, which are removed in any case. */
async function onDatabases<T>(dialect: Dialect, work: (databases: Databases) => Promise<T>): Promise<T> {
  const databases = await openDatabases(dialect);
  try {
    return await work(databases);
  } finally {
    await databases.close();
  }
}

/** At once, as the scenario may take many minutes on the next database. */
function sayLearning(result: LearningResult): void {
  say(`\n${result.dialect}, recall while agents record and a worker learns\n`);
  say(learningTables(result));
  say(`\n${ratioLines(learningRatios(result))}`);
}

async function poisoning(): Promise<void> {
  say('planting what hostile texts say, and teaching what is harmless…');
  const found = await poisoningScenario({ oneIn }, say);
  say(`\n${poisoningReport(found)}`);
  keep(POISONING_OUTPUT, found);
  process.exitCode = isSound(found) ? 0 : 1;
}

async function injection(): Promise<void> {
  const found = await injectionScenario({ oneIn }, say);
  say(`\n${injectionLines(found)}`);
  keep(INJECTION_OUTPUT, found);
}

function keep(file: string, found: object): void {
  mkdirSync('.cache', { recursive: true });
  writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), quick, ...found }, null, 2));
  say(`\nJSON: ${file}`);
}

if (scenario === 'poisoning') await poisoning();
if (scenario === 'injection') await injection();
const results: RequestsResult[] = [];
const learning: LearningResult[] = [];
const insights: InsightsResult[] = [];
const traces: TracesResult[] = [];
const stalls: StallsResult[] = [];
const growth: GrowthResult[] = [];
const memory: MemoryResult[] = [];
const holdback: HoldbackResult[] = [];
const wanted = (name: string) => scenario === undefined || scenario === name;
let linear: LinearResult | null = null;
if (wanted('linear')) {
  linear = await linearScenario({ quick }, say);
  say(linearLines(linear));
}
for (const dialect of engines) {
  say(`\n${dialect}: loading and measuring…`);
  if (wanted('requests'))
    results.push(await onDatabases(dialect, (databases) => requests(dialect, databases)));
  if (wanted('insights')) {
    const measured = await onDatabases(dialect, async (databases) =>
      insightsScenario(dialect, { quick, databaseUrl: await databases.url('insights'), say }),
    );
    insights.push(measured);
    say(insightsLine(measured));
  }
  if (wanted('traces')) {
    const measured = await onDatabases(dialect, (databases) => tracesScenario(dialect, databases, say));
    traces.push(measured);
    say(tracesLines(measured));
  }
  if (wanted('stalls')) {
    const measured = await onDatabases(dialect, async (databases) =>
      stallsScenario(dialect, { databaseUrl: await databases.url('stalls'), say }),
    );
    stalls.push(measured);
    say(stallsLines(measured));
  }
  if (scenario === 'growth') {
    const measured = await onDatabases(dialect, (databases) =>
      growthScenario(dialect, databases, { quick, scale: Number(options.scale), say }),
    );
    growth.push(measured);
    say(growthLines(measured));
  }
  if (scenario === 'holdback') {
    const measured = await onDatabases(dialect, (databases) =>
      holdbackScenario(dialect, databases, { quick, say }),
    );
    holdback.push(measured);
    say(holdbackLines(measured));
  }
  if (wanted('memory')) {
    const measured = await onDatabases(dialect, async (databases) =>
      memoryScenario(dialect, await databases.url('memory')),
    );
    memory.push(measured);
    say(memoryLine(measured));
  }
  if (wanted('worker') || scenario === 'growth') {
    const measured = onDatabases(dialect, ({ url: databaseUrl }) =>
      workerScenario(dialect, { quick, databaseUrl, say }),
    );
    learning.push(await measured);
    sayLearning(await measured);
  }
}
for (const { dialect, rows, ratios: found } of results) {
  say(`\n${dialect}, medians with [lowest–highest] of the rounds\n`);
  say(textTable(HEADINGS, rows.map(cells)));
  say(`\n${ratioLines(found)}`);
}
if (measuresSpeed)
  keep(OUTPUT, { results, learning, insights, traces, stalls, memory, linear, growth, holdback });

/**
 * Takes the measurements: rounds that alternate between the scenarios, so that drift of the machine hits all
 * alike. Sums them up as medians with their spread over the rounds, and each scenario's cost as a ratio to the
 * floors of the same run.
 */
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import type { Databases } from './databases.ts';
import type { LoadResult } from './load.ts';
import type { MeasuredServer, startLoad } from './processes.ts';
import type { Scenario } from './scenarios.ts';

/** What a scenario has to measure with. `scale` is a part of the full size, where there is one. */
export interface Scene {
  dialect: Dialect;
  databases: Databases;
  quick: boolean;
  scale: number;
  /** The folder of another build, where one is to be compared with. */
  before: string | null;
  say: (text: string) => void;
}

/** What a scenario found: its figures, and the same as lines for a person. */
export interface Measured {
  figures: object;
  lines: string;
}

/** One measurement: what the load generator saw and what it cost the server. */
interface Sample extends LoadResult {
  scenario: string;
  connections: number;
  /** Of the server and of the database's own processes. */
  cpuMicrosecondsPerRequest: number;
  databaseMicrosecondsPerRequest: number;
  residentMegabytes: number;
}

interface Plan {
  scenarios: Scenario[];
  servers: ReadonlyMap<string, MeasuredServer>;
  load: ReturnType<typeof startLoad>;
  rounds: number;
  seconds: number;
  connections: number[];
  /** What the database server's processes have used. */
  databaseMicroseconds: () => Promise<number>;
  /** Told of each measurement as it is taken. */
  progress: (sample: Sample) => void;
}

const WARM_UP_SECONDS = 2;

async function sample(plan: Plan, scenario: Scenario, connections: number, seconds: number): Promise<Sample> {
  const server = plan.servers.get(scenario.form);
  if (server === undefined) throw new Error(`no server of form ${scenario.form}`);
  const [before, databaseBefore] = [await server.usage(), await plan.databaseMicroseconds()];
  const { requests } = scenario;
  const result = await plan.load.run({ url: server.url, requests, connections, seconds });
  const after = await server.usage();
  const databaseMicroseconds = (await plan.databaseMicroseconds()) - databaseBefore;
  if (result.failed > 0) throw new Error(`${scenario.name}: ${result.failed} requests failed`);
  return {
    ...result,
    scenario: scenario.name,
    connections,
    cpuMicrosecondsPerRequest:
      (after.cpuMicroseconds - before.cpuMicroseconds + databaseMicroseconds) / result.requests,
    databaseMicrosecondsPerRequest: databaseMicroseconds / result.requests,
    residentMegabytes: after.residentBytes / 2 ** 20,
  };
}

/** Warms each scenario up, then measures every scenario at every concurrency once a round. */
export async function measure(plan: Plan): Promise<Sample[]> {
  for (const scenario of plan.scenarios) await sample(plan, scenario, 4, WARM_UP_SECONDS);
  const samples: Sample[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const connections of plan.connections) {
      // Each round begins with another one: what comes first would else always be a little faster, or slower.
      const first = round % plan.scenarios.length;
      for (const scenario of [...plan.scenarios.slice(first), ...plan.scenarios.slice(0, first)]) {
        const taken = await sample(plan, scenario, connections, plan.seconds);
        plan.progress(taken);
        samples.push(taken);
      }
    }
  }
  return samples;
}

/** The middle of several rounds, with the lowest and highest. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export interface Row {
  scenario: string;
  connections: number;
  perSecond: Spread;
  p50: Spread;
  p99: Spread;
  cpu: Spread;
  databaseCpu: Spread;
  residentMegabytes: number;
}

/** Of at least one value. */
function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), low: at(0), high: at(1) };
}

type Timing = 'perSecond' | 'p50' | 'p99' | 'cpuMicrosecondsPerRequest' | 'databaseMicrosecondsPerRequest';

/** Groups the samples by scenario and concurrency, in the order in which they were taken. */
export function summarise(samples: Sample[]): Row[] {
  const groups = Map.groupBy(samples, ({ scenario, connections }) => `${connections} ${scenario}`);
  return [...groups.values()].map((group) => {
    const of = (key: Timing) => spread(group.map((sample) => sample[key]));
    return {
      scenario: group[0]?.scenario ?? '',
      connections: group[0]?.connections ?? 0,
      perSecond: of('perSecond'),
      p50: of('p50'),
      p99: of('p99'),
      cpu: of('cpuMicrosecondsPerRequest'),
      databaseCpu: of('databaseMicrosecondsPerRequest'),
      residentMegabytes: Math.max(...group.map(({ residentMegabytes }) => residentMegabytes)),
    };
  });
}

/** One aim and what was measured of it. */
export interface Ratio {
  what: string;
  measured: number;
  aim: number;
}

function find(rows: Row[], scenario: string, connections: number): Row {
  const row = rows.find(
    (candidate) => candidate.scenario === scenario && candidate.connections === connections,
  );
  if (row === undefined) throw new Error(`no row for ${scenario} at ${connections}`);
  return row;
}

/** At most so many times the floor's CPU, at one and at sixteen requests at a time. */
const AIMS: Record<Dialect, Record<string, [one: number, sixteen: number]>> = {
  sqlite: { 'recall 2,000/500': [3, 2.5], 'record episode': [4, 3], 'add a memory beside 2,000': [5, 4] },
  postgresql: {
    'recall 2,000/500': [2.5, 1.8],
    'record episode': [4, 3],
    'add a memory beside 2,000': [5, 4],
  },
};
const FLOOR = 'floor: one insert';
/** A larger case of the same, and how many times as much it may cost. */
const GROWTH = [
  ['recall 2,000/500', 'recall 20/5', 1.5],
  ['add a memory beside 10,000', 'add a memory beside 100', 1.3],
] as const;
const MOST_TAIL = 3;

/** The ratios that there are aims for: CPU against the floor's, growth, and the tail at 16. */
export function ratios(dialect: Dialect, rows: Row[]): Ratio[] {
  const cpu = (scenario: string, connections: number) => find(rows, scenario, connections).cpu.median;
  const tail = (scenario: string) => find(rows, scenario, 16).p99.median;
  const scenarios = Object.entries(AIMS[dialect]);
  return [1, 16]
    .flatMap((connections, at) => [
      ...scenarios.map(([scenario, aims]) => ({
        what: `CPU of ${scenario} / ${FLOOR}, c=${connections}`,
        measured: cpu(scenario, connections) / cpu(FLOOR, connections),
        aim: aims[at] ?? 0,
      })),
      ...GROWTH.map(([large, small, aim]) => ({
        what: `CPU of ${large} / ${small}, c=${connections}`,
        measured: cpu(large, connections) / cpu(small, connections),
        aim,
      })),
    ])
    .concat(
      scenarios.map(([scenario]) => ({
        what: `p99 of ${scenario} / ${FLOOR}, c=16`,
        measured: tail(scenario) / tail(FLOOR),
        aim: MOST_TAIL,
      })),
    );
}

/** The ratios beside their aims. */
export function ratioLines(found: readonly Ratio[]): string {
  return found
    .map(
      ({ what, measured, aim }) =>
        `${measured.toFixed(2)}× (aim ${aim}×)  ${what}${measured > aim ? '  ← above' : ''}`,
    )
    .join('\n');
}

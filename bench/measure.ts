/**
 * Takes the measurements: rounds that alternate between the scenarios, so that drift of the machine hits all
 * alike. Sums them up as medians with their spread over the rounds, and each scenario's cost as a ratio to the
 * floors of the same run.
 */
import type { LoadResult } from './load.ts';
import type { MeasuredServer, startLoad } from './processes.ts';
import type { Scenario } from './scenarios.ts';

/** One measurement: what the load generator saw and what it cost the server. */
interface Sample extends LoadResult {
  scenario: string;
  connections: number;
  cpuMicrosecondsPerRequest: number;
  residentMegabytes: number;
}

interface Plan {
  scenarios: Scenario[];
  servers: Map<Scenario['form'], MeasuredServer>;
  load: ReturnType<typeof startLoad>;
  rounds: number;
  seconds: number;
  connections: number[];
  /** Told of each measurement as it is taken. */
  progress: (sample: Sample) => void;
}

const WARM_UP_SECONDS = 2;

async function sample(plan: Plan, scenario: Scenario, connections: number, seconds: number): Promise<Sample> {
  const server = plan.servers.get(scenario.form);
  if (server === undefined) throw new Error(`no server of form ${scenario.form}`);
  const before = await server.usage();
  const { path, bodies } = scenario;
  const result = await plan.load.run({ url: server.url, path, bodies, connections, seconds });
  const after = await server.usage();
  if (result.failed > 0) throw new Error(`${scenario.name}: ${result.failed} requests failed`);
  return {
    ...result,
    scenario: scenario.name,
    connections,
    cpuMicrosecondsPerRequest: (after.cpuMicroseconds - before.cpuMicroseconds) / result.requests,
    residentMegabytes: after.residentBytes / 2 ** 20,
  };
}

/** Warms each scenario up, then measures every scenario at every concurrency once a round. */
export async function measure(plan: Plan): Promise<Sample[]> {
  for (const scenario of plan.scenarios) await sample(plan, scenario, 4, WARM_UP_SECONDS);
  const samples: Sample[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const connections of plan.connections) {
      for (const scenario of plan.scenarios) {
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

/** One row of the table. */
export interface Row {
  scenario: string;
  connections: number;
  perSecond: Spread;
  p50: Spread;
  p99: Spread;
  cpu: Spread;
  residentMegabytes: number;
}

function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), low: at(0), high: at(1) };
}

/** Groups the samples by scenario and concurrency, in the order in which they were taken. */
export function summarise(samples: Sample[]): Row[] {
  const groups = Map.groupBy(samples, ({ scenario, connections }) => `${connections} ${scenario}`);
  return [...groups.values()].map((group) => {
    const of = (key: 'perSecond' | 'p50' | 'p99' | 'cpuMicrosecondsPerRequest') =>
      spread(group.map((sample) => sample[key]));
    return {
      scenario: group[0]?.scenario ?? '',
      connections: group[0]?.connections ?? 0,
      perSecond: of('perSecond'),
      p50: of('p50'),
      p99: of('p99'),
      cpu: of('cpuMicrosecondsPerRequest'),
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

/** The ratios that the design aims at: CPU against the floor with one insert, growth, and the tail at 16. */
export function ratios(rows: Row[]): Ratio[] {
  const cpu = (scenario: string, connections: number) => find(rows, scenario, connections).cpu.median;
  const tail = (scenario: string) => find(rows, scenario, 16).p99.median;
  const large = 'recall 2,000/500';
  const floor = 'floor: one insert';
  return [1, 16]
    .flatMap((connections) => [
      {
        what: `CPU of ${large} / ${floor}, c=${connections}`,
        measured: cpu(large, connections) / cpu(floor, connections),
        aim: 2,
      },
      {
        what: `CPU of ${large} / recall 20/5, c=${connections}`,
        measured: cpu(large, connections) / cpu('recall 20/5', connections),
        aim: 1.5,
      },
    ])
    .concat({ what: `p99 of ${large} / ${floor}, c=16`, measured: tail(large) / tail(floor), aim: 3 });
}

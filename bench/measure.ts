/** Takes the measurements: rounds that alternate between the scenarios, so that drift of the machine hits all alike. */
import type { LoadResult } from './load.ts';
import type { MeasuredServer, startLoad } from './processes.ts';
import type { Scenario } from './scenarios.ts';

/** One measurement: what the load generator saw and what it cost the server. */
export interface Sample extends LoadResult {
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

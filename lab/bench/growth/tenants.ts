/**
 * Many agents of many tenants in one process: what it takes in memory under its setting, and what the first
 * recall of an agent costs while there is room and after.
 */
import { createKey } from '../../../server/admin/keys/index.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { besideGateway, DEV } from '../../gateway/beside-gateway.ts';
import type { Databases } from '../databases.ts';
import { type MeasuredServer, type startLoad, startServer } from '../processes.ts';
import type { LoadRequest } from '../scenarios.ts';
import { seedAgents } from './seed.ts';

const TENANTS = 50;
const AGENTS = 1000;
/** Agents of each tenant that are recalled for the first time in one measurement. */
const LAP = 100;

/** Megabytes of the process before the first recall, with half of the agents and with all. */
export interface Crowd {
  agents: number;
  resident: [idle: number, half: number, all: number];
  recall: { operation: string; cpu: [number, number]; p50: [number, number]; p99: [number, number] };
}

type Load = ReturnType<typeof startLoad>;

/** Recalls each agent from `first` on once, those of all tenants in turns. */
function firstRecalls(keys: readonly string[], first: number): LoadRequest[] {
  return Array.from({ length: LAP }, (_, place) => first + place).flatMap((agent) =>
    keys.map((key) => ({
      path: '/v1/recall',
      body: JSON.stringify({ query: 'what is to be done', scope: { agent_id: `agent-${agent}` } }),
      headers: { authorization: `Bearer ${key}` },
    })),
  );
}

const megabytes = async (server: MeasuredServer) => (await server.usage()).residentBytes / 2 ** 20;

/** Recalls all agents of all tenants, once each. */
export async function measureCrowd(
  databases: Databases,
  load: Load,
  { scale, say }: { scale: number; say: (text: string) => void },
): Promise<Crowd> {
  const agents = Math.max(4 * LAP, AGENTS * scale);
  const url = await databases.url('crowd');
  await migrate(url);
  const keys = await besideGateway(url, async (runtime) => {
    const made: string[] = [];
    for (let at = 0; at < TENANTS; at += 1) {
      const tenant = `tenant-${at}`;
      await seedAgents(runtime, tenant, agents);
      made.push((await createKey(runtime, { ...DEV, tenant }, { name: 'bench', scopes: ['learn'] })).key);
    }
    return made;
  });
  const server = await startServer('gateway', url);
  try {
    const idle = await megabytes(server);
    const laps: { cpu: number; p50: number; p99: number; resident: number }[] = [];
    for (let first = 0; first < agents; first += LAP) {
      const [before, databaseBefore] = [await server.usage(), await databases.cpuMicroseconds()];
      const requests = firstRecalls(keys, first);
      const order = { url: server.url, requests, connections: 1, amount: requests.length };
      const { failed, p50, p99 } = await load.run(order);
      if (failed > 0) throw new Error(`${failed} recalls failed`);
      const after = await server.usage();
      const database = (await databases.cpuMicroseconds()) - databaseBefore;
      const cpu = (after.cpuMicroseconds - before.cpuMicroseconds + database) / requests.length;
      laps.push({ cpu, p50, p99, resident: after.residentBytes / 2 ** 20 });
      say(`  ${first + LAP} agents of each tenant: ${(after.residentBytes / 2 ** 20).toFixed(0)} MB`);
    }
    // The first lap warms up.
    const [early, late, half] = [laps[1], laps.at(-1), laps[Math.floor(laps.length / 2)]];
    const both = (of: 'cpu' | 'p50' | 'p99'): [number, number] => [early?.[of] ?? 0, late?.[of] ?? 0];
    return {
      agents: agents * TENANTS,
      resident: [idle, half?.resident ?? 0, late?.resident ?? 0],
      recall: {
        operation: 'recall of an agent not in memory',
        ...{ cpu: both('cpu'), p50: both('p50'), p99: both('p99') },
      },
    };
  } finally {
    await server.stop();
  }
}

/** A line for people. */
export function crowdLine({ agents, resident }: Crowd): string {
  const [idle, half, all] = resident.map((value) => `${value.toFixed(0)} MB`);
  const what = `${agents.toLocaleString('en')} agents of ${TENANTS} tenants`;
  return `${what}: ${idle} at the start, ${half} after half of them, ${all} after all`;
}

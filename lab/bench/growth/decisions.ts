/** What a decision on a memory costs: approved beside others, approved in the place of one, and deleted. */
import { MemoryIn } from '../../../server/domain/memories/memory.ts';
import { addMemory, approveMemory, deleteMemory } from '../../../server/memories/index.ts';
import type { Runtime } from '../../../server/platform/runtime.ts';
import { decide } from '../../../server/testing/samples/said-memories.ts';
import { besideGateway, DEV } from '../../gateway/beside-gateway.ts';
import { standInSettings } from '../../model/model-runtime.ts';
import { type StandInModel, startStandInModel } from '../../model/stand-in-model.ts';
import { corpus } from '../corpus.ts';
import type { Databases } from '../databases.ts';

const DECIDED = 200;
const WARM_UP = 20;

/** Per decision: CPU in microseconds with that of the database, and milliseconds. */
export interface Cost {
  cpu: number;
  p50: number;
  p99: number;
}

/** Costs of the decisions by name, on the database of one size. */
export async function measureDecisions(databases: Databases, size: string): Promise<Record<string, Cost>> {
  const model = await startStandInModel();
  try {
    const settings = { SERVICE_AUTO_APPROVE_MEMORIES: 'false' };
    const url = await databases.url(size);
    return {
      ...(await besideGateway(url, (runtime) => decideAlone(runtime, databases), settings)),
      ...(await besideGateway(url, (runtime) => supersede(runtime, databases, model), {
        ...settings,
        ...standInSettings(model),
      })),
    };
  } finally {
    await model.close();
  }
}

/** Without a model: what is approved stands beside the others. */
async function decideAlone(runtime: Runtime, databases: Databases): Promise<Record<string, Cost>> {
  const { memory } = corpus(41);
  const ids = await hold(runtime, (index) => `${memory()} [${index}]`);
  const approve = await cost(databases, ids, (id) => approveMemory(runtime, DEV, id));
  return {
    'approve a memory': approve,
    'delete a memory': await cost(databases, ids, (id) => deleteMemory(runtime, DEV, id)),
  };
}

/** With a model that answers at once: each takes the place of the one that it resembles most. */
async function supersede(
  runtime: Runtime,
  databases: Databases,
  model: StandInModel,
): Promise<Record<string, Cost>> {
  decide(model, 'supersede');
  const { memory } = corpus(43);
  const texts = Array.from({ length: DECIDED + WARM_UP }, memory);
  const ids = await hold(runtime, (index) => `${texts[index]} [first ${index}]`);
  for (const id of ids) await approveMemory(runtime, DEV, id);
  const next = await hold(runtime, (index) => `${texts[index]} [second ${index}]`);
  return {
    'approve in the place of one': await cost(databases, next, (id) => approveMemory(runtime, DEV, id)),
  };
}

/** Adds memories that wait for a reviewer, and returns their ids. */
async function hold(runtime: Runtime, textOf: (index: number) => string): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < DECIDED + WARM_UP; index++) {
    const scope = { agent_id: 'default', user_id: 'u-1' };
    ids.push((await addMemory(runtime, DEV, MemoryIn.parse({ content: textOf(index), scope }))).id);
  }
  return ids;
}

async function cost(
  databases: Databases,
  ids: readonly string[],
  decideOn: (id: string) => Promise<unknown>,
): Promise<Cost> {
  for (const id of ids.slice(0, WARM_UP)) await decideOn(id);
  const took: number[] = [];
  const [before, databaseBefore] = [process.cpuUsage(), await databases.cpuMicroseconds()];
  for (const id of ids.slice(WARM_UP)) {
    const started = performance.now();
    await decideOn(id);
    took.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system + (await databases.cpuMicroseconds()) - databaseBefore) / took.length;
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(share * (took.length - 1))] ?? 0;
  return { cpu, p50: at(0.5), p99: at(0.99) };
}

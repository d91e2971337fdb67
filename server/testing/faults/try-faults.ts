/** Tries faults on an installation under load, one after the other, and tells how each went. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../domain/skills/canary/calibrate-boundary.ts';
import type { Dialect } from '../../platform/db/migrations.ts';
import { FAULTS, type Fault } from './fault-list.ts';
import { brokenInvariants, runningCanaries, unfinishedJobs } from './invariants.ts';
import { type Load, SKILL, startLoad } from './load.ts';
import { askReady, untruths, watchReadiness } from './readiness.ts';
import { readRows } from './rows.ts';
import { openWorld, type World } from './world.ts';

const CLIENTS = 3;
/** After the end of a fault everything must work again within this time. */
const RECOVERY_DEADLINE_MS = 30_000;
const END_DEADLINE_MS = 120_000;
/** After so many faults everything that was begun must come to an end, and the next ones get an empty database. */
const PER_WORLD = 20;

/** How one fault went. */
export interface Tried {
  fault: string;
  seed: number;
  /** From the end of the fault until every gateway was ready and a write succeeded on each. */
  recoveryMs: number;
  broken: string[];
}

/** What is tried: a list of seeds, each of which decides on the fault and on its course. */
export interface Order {
  dialect: Dialect;
  seeds: readonly number[];
  /** Faults whose name contains one of these; all unless given. */
  only?: readonly string[] | undefined;
  say(text: string): void;
}

function faultsOn(dialect: Dialect, only: readonly string[] = ['']): Fault[] {
  return FAULTS.filter(
    ({ name, dialects }) => dialects.includes(dialect) && only.some((part) => name.includes(part)),
  );
}

/** The milliseconds until every gateway is ready and takes writes; null where that is not in time. */
async function timeToRecover({ urls }: World, load: Load): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < RECOVERY_DEADLINE_MS) {
    const ready = await Promise.all(urls.map(askReady));
    const { writes } = load.acknowledged;
    const works = urls.every(
      (url) => writes.findLast((write) => write.url === url && write.begun >= began)?.ok,
    );
    if (works && ready.every((status) => status === 200)) return performance.now() - began;
    await sleep(50);
  }
  return null;
}

async function tryFault(world: World, load: Load, fault: Fault, seed: number): Promise<Tried> {
  const random = seededRandom(seed);
  const { acknowledged } = load;
  acknowledged.writes.length = 0;
  const watch = watchReadiness(world.urls);
  load.resume();
  await sleep(300 + random() * 1200);
  await fault.inject(world, random);
  const recovery = await timeToRecover(world, load);
  await load.pause();
  await watch.stop();
  const unanswered = await load.settle();
  const broken = [
    ...brokenInvariants(await readRows(world.databaseUrl), acknowledged),
    ...untruths(watch.looks, acknowledged.writes),
    ...world.crashes.map((output) => `a process ended by itself: ${output}`),
    ...(recovery === null ? ['it did not recover by itself'] : []),
    ...(unanswered.length > 0 ? [`${unanswered.length} runs could never be recorded`] : []),
  ];
  acknowledged.wrongReplies.length = 0;
  return { fault: fault.name, seed, recoveryMs: recovery ?? RECOVERY_DEADLINE_MS, broken };
}

/** What has not come to an end in time: traffic goes on until the canaries have, and then rests. */
async function whatNeverEnds(world: World, load: Load): Promise<string[]> {
  const look = async () => await readRows(world.databaseUrl);
  const canaries = await lastOf(async () => {
    load.resume();
    await sleep(1000);
    await load.pause();
    await load.settle();
    await rejectPending(load);
    return runningCanaries(await look());
  });
  const jobs = await lastOf(async () => {
    await load.send('POST', '/v1/agents/default/reflect');
    await sleep(1000);
    return unfinishedJobs(await look(), load.acknowledged);
  });
  return [...canaries, ...jobs, ...brokenInvariants(await look(), load.acknowledged)];
}

/** What `check` found at last: nothing, or what there was when time was up. */
async function lastOf(check: () => Promise<string[]>): Promise<string[]> {
  const deadline = performance.now() + END_DEADLINE_MS;
  for (;;) {
    const found = await check();
    if (found.length === 0 || performance.now() > deadline) return found;
  }
}

/** Nothing new goes on trial while the trials there are come to their end. */
async function rejectPending(load: Load): Promise<void> {
  const pending = await load.send('GET', '/v1/changesets?limit=1000');
  for (const { id } of Object.values(pending ?? {}) as { id: string }[]) {
    await load.send('POST', `/v1/changesets/${id}/review`, { approve: false, comment: 'enough' });
  }
}

async function tryInOneWorld({ dialect, only, say }: Order, seeds: readonly number[]): Promise<Tried[]> {
  const world = await openWorld(dialect);
  const streams = Array.from({ length: CLIENTS }, (_, at) => seededRandom((seeds[0] ?? 0) * CLIENTS + at));
  const load = startLoad(world.urls, streams, 'm');
  try {
    const bullets = [{ content: 'Look up the captured amount before anything is refunded' }];
    await load.send('POST', '/v1/skills', {
      name: SKILL,
      description: 'Refund an order of a customer',
      bullets,
    });
    const tried: Tried[] = [];
    for (const seed of seeds) {
      const faults = faultsOn(dialect, only);
      const fault = faults[seed % faults.length];
      if (fault === undefined) throw new Error(`no fault on ${dialect} is called ${only?.join(' or ')}`);
      const result = await tryFault(world, load, fault, seed);
      tried.push(result);
      say(
        `${dialect} ${seed} ${fault.name}: ${result.broken.join('; ') || `held, ${result.recoveryMs.toFixed(0)} ms`}`,
      );
    }
    const broken = await whatNeverEnds(world, load);
    tried.push({ fault: 'everything comes to an end', seed: seeds[0] ?? 0, recoveryMs: 0, broken });
    say(`${dialect} everything comes to an end: ${broken.join('; ') || 'held'}`);
    return tried;
  } finally {
    await load.end();
    await world.close();
  }
}

/** Tries the fault of every seed. */
export async function tryFaults(order: Order): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (let from = 0; from < order.seeds.length; from += PER_WORLD) {
    tried.push(...(await tryInOneWorld(order, order.seeds.slice(from, from + PER_WORLD))));
  }
  return tried;
}

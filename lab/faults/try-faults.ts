/** Tries faults on an installation under load, one after the other, and tells how each went. */

import { setTimeout as sleep } from 'node:timers/promises';
import { inChunks } from '../../server/domain/in-chunks.ts';
import { seededRandom } from '../../server/domain/seeded-random.ts';
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import { BOTH, between, type Fault, type Random, teachFromRuns } from './fault.ts';
import { type Installation, openInstallation } from './installation.ts';
import { brokenInvariants, progressIn, runningCanaries, unfinishedJobs } from './invariants.ts';
import { type Load, SKILL, startLoad } from './load.ts';
import { POSTGRESQL_FAULTS } from './postgresql-faults.ts';
import { PROCESS_FAULTS } from './process-faults.ts';
import { askReady, untruths, watchReadiness } from './readiness.ts';
import { jobsHeldBy, readRows } from './rows.ts';
import { SQLITE_FAULTS } from './sqlite-faults.ts';

const CLIENTS = 3;
/** After the end of a fault everything must work again within this time. */
const RECOVERY_DEADLINE_MS = 30_000;
/**
 * After a kill others must go on with the jobs of the killed within this time: 30 s where another process is alive, and
 * several times as long where all are killed and have to start on a busy machine.
 */
const JOBS_DEADLINE_MS = 120_000;
/** So long something that has not ended may go on without any progress, and so long in all. */
const STANDSTILL_MS = 120_000;
const LONGEST_END_MS = 1_200_000;
/** After so many faults everything that was begun must come to an end, and the next ones get an empty database. */
const PER_INSTALLATION = 20;

/** How one fault went. */
export interface Tried {
  fault: string;
  seed: number;
  /** From the end of the fault until every gateway was ready and a write succeeded on each. */
  recoveryMs: number;
  /** The longest time in which no write succeeded, from the beginning of the load until it had recovered. */
  stallMs: number;
  /** From the first kill until others had taken over every job of the killed; null where these held none. */
  jobsMs: number | null;
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
async function timeToRecover({ urls }: Installation, load: Load): Promise<number | null> {
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

/** The milliseconds from the kill until nothing is held by processes that were killed; null where nothing was. */
async function timeToGoOn({ databaseUrl, killed }: Installation): Promise<number | null> {
  const dead = killed.splice(0);
  const pids = dead.map(({ pid }) => pid);
  const since = Math.min(...dead.map(({ at }) => at));
  const held = async () => (pids.length === 0 ? 0 : (await jobsHeldBy(databaseUrl, pids)).length);
  if ((await held()) === 0) return null;
  while ((await held()) > 0 && performance.now() - since < 2 * JOBS_DEADLINE_MS) await sleep(100);
  return performance.now() - since;
}

/** The longest time between two writes that succeeded, or between one of them and the beginning or the end. */
function longestStall({ writes }: Load['acknowledged'], began: number): number {
  const times = writes.flatMap(({ ok, ended }) => (ok ? [ended] : [])).toSorted((a, b) => a - b);
  const ends = [...times, performance.now()];
  return Math.max(...ends.map((at, index) => at - (ends[index - 1] ?? began)));
}

async function tryFault(installation: Installation, load: Load, fault: Fault, seed: number): Promise<Tried> {
  const random = seededRandom(seed);
  const { acknowledged } = load;
  acknowledged.writes.length = 0;
  const watch = watchReadiness(installation.urls);
  const began = performance.now();
  load.resume();
  await sleep(300 + random() * 1200);
  const failure = await fault.inject(installation, random, load).then(
    () => null,
    (error: unknown) => String(error),
  );
  const [recovery, jobsMs] = await Promise.all([timeToRecover(installation, load), timeToGoOn(installation)]);
  const stallMs = longestStall(acknowledged, began);
  await load.pause();
  await watch.stop();
  const unanswered = await load.settle();
  const broken = [
    ...(failure === null ? [] : [`it could not be brought about: ${failure}`]),
    ...brokenInvariants(await readRows(installation.databaseUrl), acknowledged),
    ...untruths(watch.looks, acknowledged.writes),
    ...installation.crashes.splice(0).map((output) => `a process ended by itself: ${output}`),
    ...(recovery === null ? ['it did not recover by itself'] : []),
    ...((jobsMs ?? 0) > JOBS_DEADLINE_MS ? ['jobs of the killed were not taken over in time'] : []),
    ...(unanswered.length > 0 ? [`${unanswered.length} runs could never be recorded`] : []),
  ];
  acknowledged.wrongReplies.length = 0;
  return { fault: fault.name, seed, recoveryMs: recovery ?? RECOVERY_DEADLINE_MS, stallMs, jobsMs, broken };
}

/** What has not come to an end in time: traffic goes on until the canaries have, and then rests. */
async function whatNeverEnds(installation: Installation, load: Load): Promise<string[]> {
  const look = async () => await readRows(installation.databaseUrl);
  const canaries = await lastOf(async () => {
    load.resume();
    await sleep(1000);
    await load.pause();
    await load.settle();
    await rejectPending(load);
    const rows = await look();
    return { found: runningCanaries(rows), done: progressIn(rows) };
  });
  const jobs = await lastOf(async () => {
    await load.send('POST', '/v1/agents/default/reflect');
    await sleep(1000);
    const rows = await look();
    return { found: unfinishedJobs(rows, load.acknowledged), done: progressIn(rows) };
  });
  return [...canaries, ...jobs, ...brokenInvariants(await look(), load.acknowledged)];
}

/** What `check` found at last: nothing, or what there was when nothing more was done, or time was up. */
async function lastOf(check: () => Promise<{ found: string[]; done: number }>): Promise<string[]> {
  const began = performance.now();
  let most = -1;
  let progressAt = began;
  for (;;) {
    const { found, done } = await check();
    const now = performance.now();
    if (done > most) progressAt = now;
    most = Math.max(most, done);
    if (found.length === 0 || now - progressAt > STANDSTILL_MS || now - began > LONGEST_END_MS) return found;
  }
}

/** Nothing new goes on trial while the trials there are come to their end. */
async function rejectPending(load: Load): Promise<void> {
  const pending = await load.send('GET', '/v1/changesets?limit=1000');
  for (const { id } of Object.values(pending ?? {}) as { id: string }[]) {
    await load.send('POST', `/v1/changesets/${id}/review`, { approve: false, comment: 'enough' });
  }
}

const inWords = ({ broken, recoveryMs, stallMs, jobsMs }: Tried) => {
  const jobs = jobsMs === null ? '' : `, jobs after ${jobsMs.toFixed(0)} ms`;
  return broken.join('; ') || `held, ${recoveryMs.toFixed(0)} ms, stall ${stallMs.toFixed(0)} ms${jobs}`;
};

async function tryInOneInstallation(
  { dialect, only, say }: Order,
  seeds: readonly number[],
): Promise<Tried[]> {
  const installation = await openInstallation(dialect);
  const streams = Array.from({ length: CLIENTS }, (_, at) => seededRandom((seeds[0] ?? 0) * CLIENTS + at));
  const load = startLoad(installation.urls, streams, 'm');
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
      if (fault.isPossible?.(installation) === false) {
        say(`${dialect} ${seed} ${fault.name}: cannot be tried on this machine`);
        continue;
      }
      const result = await tryFault(installation, load, fault, seed);
      tried.push(result);
      const name = [fault.name, ...installation.notes.splice(0)].join(', ');
      const before = `with what went before: --only ${dialect} --seed ${seeds[0]} --points ${tried.length}`;
      say(`${dialect} ${seed} ${name}: ${inWords(result)}${result.broken.length > 0 ? ` (${before})` : ''}`);
    }
    const broken = await whatNeverEnds(installation, load);
    tried.push({
      fault: 'everything comes to an end',
      seed: seeds[0] ?? 0,
      recoveryMs: 0,
      stallMs: 0,
      jobsMs: null,
      broken,
    });
    say(`${dialect} everything comes to an end: ${broken.join('; ') || 'held'}`);
    return tried;
  } finally {
    await load.end();
    await installation.close();
  }
}

export async function tryFaults(order: Order): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const chunk of inChunks(order.seeds, PER_INSTALLATION)) {
    tried.push(...(await tryInOneInstallation(order, chunk)));
  }
  return tried;
}

/** One in three is slow, one answers nonsense, one fails again and again. */
async function troubleModel({ model }: Installation, random: Random): Promise<void> {
  const kind = between(random, 0, 4);
  if (kind === 0) model.latency(between(random, 300, 3000));
  if (kind === 1) model.garbled('*', '<html>no model here</html>');
  if (kind === 2) model.malformed('*', '{"outcome": 7, "ops": "none"');
  for (let times = 0; kind === 3 && times < 4; times += 1) {
    model.fail('*', { status: 500, times: 2 });
    model.failEmbeddings({ status: 503, times: 2 });
    model.drop(1);
    await sleep(300);
  }
  model.failEmbeddings({ status: 500, times: 5 });
  await sleep(between(random, 1000, 3000));
  model.reset();
  teachFromRuns(model);
}

const MODEL_FAULTS: readonly Fault[] = [
  { name: 'model slow, failing or talking nonsense', dialects: BOTH, inject: troubleModel },
];

const FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...POSTGRESQL_FAULTS, ...SQLITE_FAULTS, ...MODEL_FAULTS];

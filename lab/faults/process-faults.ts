/** What happens to the processes of the service: they are killed at any moment, and at chosen ones; their clocks jump. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, between, type Fault, POSTGRESQL, type Random } from './fault.ts';
import { type Installation, LONGEST_CANARY_MS } from './installation.ts';
import { runningCanaries } from './invariants.ts';
import type { Load } from './load.ts';
import type { Program } from './program.ts';
import { readRows } from './rows.ts';

const HOUR_MS = 3_600_000;
const LOOK_MS = 500;
const VERDICT_DEADLINE_MS = 180_000;
/** So long a commit that was sent takes at most, and a process to stand still where it was told to until now. */
const COMMIT_MS = 50;

const programsOf = ({ gateways, workers }: Installation) => [...gateways, ...workers];

async function killAndStart(programs: readonly Program[]): Promise<void> {
  await Promise.all(programs.map((program) => program.kill()));
  await Promise.all(programs.map((program) => program.start()));
}

const chosen = (random: Random, programs: readonly Program[]) =>
  programs.slice(Math.floor(random() * programs.length)).slice(0, 1);

type Place = NonNullable<Parameters<Program['stopAtVerdict']>[0]>['place'];

interface Stop {
  place: Place;
  whose: 'anyone' | 'job';
  /** Called again and again until a canary has ended. */
  urge?: () => Promise<void>;
}

/**
 * Has the process that ends a canary next stand still at a place in the transaction with which it does, and kills it
 * there, or all at once.
 */
async function killAtVerdict(
  installation: Installation,
  random: Random,
  { place, whose, urge = () => sleep(LOOK_MS) }: Stop,
): Promise<void> {
  const programs = programsOf(installation);
  for (const program of programs) program.stopAtVerdict({ place, whose });
  let isOver = false;
  // Beside the look: a request to a process that stands still gets no answer.
  const urging = (async () => {
    while (!isOver) await urge();
  })();
  try {
    const deadline = performance.now() + VERDICT_DEADLINE_MS;
    while (!programs.some((program) => program.standsAtVerdict())) {
      if (performance.now() > deadline) throw new Error('no canary was decided in time');
      await sleep(5);
    }
    for (const program of programs) program.stopAtVerdict(null);
    await sleep(COMMIT_MS);
    // All that stand still by now: what is not killed would go on doing so.
    const deciding = programs.filter((program) => program.standsAtVerdict());
    installation.notes.push(`decided by ${deciding.map(({ name }) => name).join(' and ')}`);
    isOver = true;
    await killAndStart(random() < 0.5 ? deciding : programs);
  } finally {
    isOver = true;
    for (const program of programs) program.stopAtVerdict(null);
    await urging;
  }
}

/** A place in a transaction; a commit cannot be under way on SQLite. */
const placeOn = ({ dialect }: Installation, random: Random): Place =>
  (['before', 'after', 'sent'] as const)[between(random, 0, dialect === 'sqlite' ? 2 : 3)] ?? 'before';

/**
 * Nobody says how runs went but the learning model, whose judgements a job stores: with one of them it decides. Jobs give
 * way to requests, so that there are pauses between these.
 */
async function killAtJudgement(installation: Installation, random: Random, load: Load): Promise<void> {
  const urge = async () => {
    load.resume();
    await sleep(LOOK_MS);
    await load.send('POST', '/v1/agents/default/reflect');
    await load.pause();
    await sleep(2 * LOOK_MS);
  };
  load.tellOutcomes(false);
  await killAtVerdict(installation, random, {
    place: placeOn(installation, random),
    whose: 'job',
    urge,
  }).finally(() => {
    load.tellOutcomes(true);
    load.resume();
  });
}

/** The clock is put past the longest time of a canary that runs, and the job that looks after canaries asked for. */
async function killAtExpiry(installation: Installation, random: Random, load: Load): Promise<void> {
  const urge = async () => {
    load.resume();
    await sleep(LOOK_MS);
    await load.pause();
    if (runningCanaries(await readRows(installation.databaseUrl)).length === 0) return;
    installation.shiftClocks(LONGEST_CANARY_MS + HOUR_MS);
    await sleep(LOOK_MS);
    await load.send('POST', '/v1/agents/default/curate');
    await sleep(4 * LOOK_MS);
  };
  await killAtVerdict(installation, random, {
    place: placeOn(installation, random),
    whose: 'job',
    urge,
  }).finally(() => {
    installation.shiftClocks(0);
    load.resume();
  });
}

async function withClock(installation: Installation, shift: number, random: Random): Promise<void> {
  installation.shiftClocks(shift);
  await sleep(between(random, 500, 2500));
  installation.shiftClocks(0);
}

export const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'gateway killed',
    dialects: BOTH,
    inject: (installation, random) => killAndStart(chosen(random, installation.gateways)),
  },
  { name: 'worker killed', dialects: POSTGRESQL, inject: ({ workers }) => killAndStart(workers) },
  {
    name: 'all processes killed',
    dialects: POSTGRESQL,
    inject: (installation) => killAndStart(programsOf(installation)),
  },
  {
    name: 'killed between deciding a canary and committing',
    dialects: BOTH,
    inject: (installation, random) =>
      killAtVerdict(installation, random, { place: 'before', whose: 'anyone' }),
  },
  {
    name: 'killed while the verdict on a canary is committed',
    dialects: POSTGRESQL,
    inject: (installation, random) => killAtVerdict(installation, random, { place: 'sent', whose: 'anyone' }),
  },
  {
    name: 'killed just after the verdict on a canary',
    dialects: BOTH,
    inject: (installation, random) =>
      killAtVerdict(installation, random, { place: 'after', whose: 'anyone' }),
  },
  { name: 'killed while a job decides a canary', dialects: BOTH, inject: killAtJudgement },
  { name: 'killed while a job expires a canary', dialects: BOTH, inject: killAtExpiry },
  {
    name: 'clock an hour ahead, then right',
    dialects: BOTH,
    inject: (installation, random) => withClock(installation, HOUR_MS, random),
  },
  {
    name: 'clock an hour behind, then right',
    dialects: BOTH,
    inject: (installation, random) => withClock(installation, -HOUR_MS, random),
  },
];

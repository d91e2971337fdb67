/** What happens to the processes of the service: they are killed at any moment, and at chosen ones; their clocks jump. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, between, type Fault, POSTGRESQL, type Random } from './fault.ts';
import type { Program } from './program.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;
const VERDICT_DEADLINE_MS = 180_000;
/** So long a commit that was sent takes at most, and a process to stand still where it was told to until now. */
const COMMIT_MS = 50;

const programsOf = ({ gateways, workers }: World) => [...gateways, ...workers];

async function killAndStart(programs: readonly Program[]): Promise<void> {
  await Promise.all(programs.map((program) => program.kill()));
  await Promise.all(programs.map((program) => program.start()));
}

const chosen = (random: Random, programs: readonly Program[]) =>
  programs.slice(Math.floor(random() * programs.length)).slice(0, 1);

/**
 * Has the process that decides a canary next stand still at a place in the transaction with which it does, and kills it
 * there, or all at once.
 */
async function killAtVerdict(
  world: World,
  random: Random,
  place: Parameters<Program['stopAtVerdict']>[0],
): Promise<void> {
  const programs = programsOf(world);
  for (const program of programs) program.stopAtVerdict(place);
  const deadline = performance.now() + VERDICT_DEADLINE_MS;
  while (!programs.some((program) => program.standsAtVerdict())) {
    if (performance.now() > deadline) throw new Error('no canary was decided in time');
    await sleep(5);
  }
  for (const program of programs) program.stopAtVerdict(null);
  await sleep(COMMIT_MS);
  // All that stand still by now: what is not killed would go on doing so.
  const deciding = programs.filter((program) => program.standsAtVerdict());
  world.notes.push(`decided by ${deciding.map(({ name }) => name).join(' and ')}`);
  await killAndStart(random() < 0.5 ? deciding : programs);
}

async function withClock(world: World, shift: number, random: Random): Promise<void> {
  world.shiftClocks(shift);
  await sleep(between(random, 500, 2500));
  world.shiftClocks(0);
}

export const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'gateway killed',
    dialects: BOTH,
    inject: (world, random) => killAndStart(chosen(random, world.gateways)),
  },
  { name: 'worker killed', dialects: POSTGRESQL, inject: ({ workers }) => killAndStart(workers) },
  {
    name: 'all processes killed',
    dialects: POSTGRESQL,
    inject: (world) => killAndStart(programsOf(world)),
  },
  {
    name: 'killed between deciding a canary and committing',
    dialects: BOTH,
    inject: (world, random) => killAtVerdict(world, random, 'before'),
  },
  {
    name: 'killed while the verdict on a canary is committed',
    dialects: POSTGRESQL,
    inject: (world, random) => killAtVerdict(world, random, 'sent'),
  },
  {
    name: 'killed just after the verdict on a canary',
    dialects: BOTH,
    inject: (world, random) => killAtVerdict(world, random, 'after'),
  },
  {
    name: 'clock an hour ahead, then right',
    dialects: BOTH,
    inject: (world, random) => withClock(world, HOUR_MS, random),
  },
  {
    name: 'clock an hour behind, then right',
    dialects: BOTH,
    inject: (world, random) => withClock(world, -HOUR_MS, random),
  },
];

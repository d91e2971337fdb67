/** All attacks at once for some minutes: the gateway lives on, and what it holds does not grow with the time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { tryCostlyRequests } from './costly-requests.ts';
import { tryCrowding } from './crowding.ts';
import { tryForeignIds } from './foreign-ids.ts';
import { sendGenerated } from './generated-requests.ts';
import { trySignIns } from './sign-ins.ts';
import { tryStoredTexts } from './stored-texts.ts';
import { type Attack, MOST_MEGABYTES, STALL_BOUND_MS, type Target } from './target.ts';

const SAMPLE_MS = 2000;
/** Others wait behind all attacks at once, on a machine that also sends them. */
const PATIENCE_MS = 20_000;
/** What the last third of the time may hold more than the middle one. */
const GROWTH = 1.25;
const REQUESTS_A_ROUND = 300;

/** Resident memory in the course of the time, in MB. */
export interface MemoryCourse {
  first: number;
  middle: number;
  last: number;
  peak: number;
}

/** Repeats each attack until the time is over; its tenants are its own. */
function attackers(target: Target, random: () => number): (() => Promise<Attack[]>)[] {
  const one = (attack: Promise<Attack>) => attack.then((each) => [each]);
  return [
    () => one(tryForeignIds(target, { random, perKind: 1 })),
    () => one(sendGenerated(target, random, REQUESTS_A_ROUND)),
    () => trySignIns(target),
    () => one(tryStoredTexts(target)),
    () => tryCostlyRequests(target, { brief: true }),
    () => tryCrowding(target, { brief: true }),
  ];
}

const largest = (values: readonly number[]) => Math.max(0, ...values);

function courseOf(samples: readonly number[]): { course: MemoryCourse; broken: string[] } {
  const third = Math.ceil(samples.length / 3);
  const middle = largest(samples.slice(third, 2 * third));
  const end = largest(samples.slice(2 * third));
  const at = (index: number) => samples[index] ?? 0;
  const course = {
    first: at(0),
    middle: at(Math.floor(samples.length / 2)),
    last: at(samples.length - 1),
    peak: largest(samples),
  };
  const broken = [
    ...(end > middle * GROWTH ? [`it grows: ${middle.toFixed(0)} MB, then ${end.toFixed(0)} MB`] : []),
    ...(course.peak > MOST_MEGABYTES ? [`it held ${course.peak.toFixed(0)} MB`] : []),
  ];
  return { course, broken };
}

/** Runs them for so many minutes. */
export async function tryAllTogether(
  target: Target,
  { minutes, random }: { minutes: number; random: () => number },
): Promise<Attack & { course: MemoryCourse }> {
  const deadline = performance.now() + minutes * 60_000;
  const samples: number[] = [];
  let stallMilliseconds = 0;
  let peakMegabytes = 0;
  const look = async () => {
    const usage = await target.usage();
    stallMilliseconds = Math.max(stallMilliseconds, usage.stallMilliseconds);
    peakMegabytes = usage.peakBytes / 2 ** 20;
    samples.push(usage.residentBytes / 2 ** 20);
    return usage;
  };
  await look();
  stallMilliseconds = 0;
  // One watch for all of them: each would take the others' stalls for its own.
  const latest = { stallMilliseconds: 0, residentBytes: 0, peakBytes: 0 };
  const over = new Error('the time is over');
  const shared: Target = {
    ...target,
    patienceMs: PATIENCE_MS,
    usage: () => Promise.resolve(latest),
    // A round that is under way at the end is given up.
    async as(...call) {
      if (performance.now() > deadline) throw over;
      return await target.as(...call);
    },
  };
  const broken: string[] = [];
  let tried = 0;
  const repeat = async (once: () => Promise<Attack[]>) => {
    while (performance.now() < deadline) {
      const attacks = await once().catch((error: unknown) => {
        if (error !== over) broken.push(String(error));
        return [];
      });
      for (const attack of attacks) {
        tried += attack.tried;
        broken.push(...attack.broken.map((what) => `${attack.name}: ${what}`));
      }
    }
  };
  const all = Promise.all(attackers(shared, random).map(repeat));
  let isOver = false;
  const ended = all.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    Object.assign(latest, await look(), { stallMilliseconds: 0 });
    await Promise.race([sleep(SAMPLE_MS), ended]);
  }
  await ended;
  const { course, broken: grown } = courseOf(samples);
  const stalled =
    stallMilliseconds > STALL_BOUND_MS
      ? [`the event loop stood still for ${stallMilliseconds.toFixed(0)} ms`]
      : [];
  return {
    name: `all of them at once for ${minutes} minutes`,
    tried,
    broken: [...broken, ...grown, ...stalled],
    stallMilliseconds,
    peakMegabytes,
    course,
  };
}

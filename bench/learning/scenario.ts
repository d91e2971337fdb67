/**
 * The scenario `worker`: learning in the gateway's process, on a database of its own for each of its
 * measurements.
 */
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import type { Ratio } from '../measure.ts';
import { textTable } from '../text-table.ts';
import {
  type Learned,
  measureLearning,
  measureRecordCost,
  type RecordCost,
  type Tail,
} from './measure-learning.ts';

const FULL = { episodes: 10_000, agents: 50 };
const QUICK = { episodes: 1000, agents: 10 };

/** Measures on one kind of database; `databaseUrl` makes an empty one. */
export async function workerScenario(
  dialect: Dialect,
  {
    quick,
    databaseUrl,
    say,
  }: {
    quick: boolean;
    databaseUrl: (name: string) => Promise<string>;
    say: (text: string) => void;
  },
): Promise<LearningResult> {
  const amount = quick ? QUICK : FULL;
  const cost = await measureRecordCost(
    { enqueued: await databaseUrl('enqueued'), alone: await databaseUrl('alone') },
    { episodes: quick ? 500 : 2000, agents: amount.agents, rounds: quick ? 1 : 3 },
  );
  say(`  ${dialect}: ${amount.episodes} episodes without a worker…`);
  const without = await measureLearning(await databaseUrl('no_worker'), amount, 'gateway');
  say(`  ${dialect}: ${amount.episodes} episodes with the embedded worker…`);
  const beside = await measureLearning(await databaseUrl('worker'), amount, 'learning');
  return { dialect, without, with: beside, cost };
}

// What learning costs those who recall meanwhile, as text for a person.

/** Everything that was measured on one database. */
export interface LearningResult {
  dialect: Dialect;
  without: Learned;
  with: Learned;
  cost: RecordCost;
}

const AIM = 1.5;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Recall beside a worker against recall beside the same recording without one. */
export function learningRatios({ with: beside, without }: LearningResult): Ratio[] {
  const what = 'p99 of recall with the embedded worker / without,';
  const ratio = (when: string, tail: Tail) => ({
    what: `${what} ${when}`,
    measured: tail.p99 / without.recording.p99,
    aim: AIM,
  });
  return [
    ratio('while episodes are recorded', beside.recording),
    ...(beside.draining === null ? [] : [ratio('while the queue drains', beside.draining)]),
    ratio('until the queue is drained', beside.whole),
  ];
}

function tailRow(name: string, { recalls, p50, p99, highest }: Tail): string[] {
  return [name, String(recalls), ...[p50, p99, highest].map((value) => value.toFixed(1))];
}

/** The tables of one database. */
export function learningTables({ with: beside, without, cost }: LearningResult): string {
  const tails = [
    tailRow('recording, no worker', without.recording),
    tailRow('recording, worker', beside.recording),
    ...(beside.draining === null ? [] : [tailRow('draining, worker', beside.draining)]),
  ];
  const runs = [['no worker', without] as const, ['worker', beside] as const].map(([name, run]) => [
    name,
    run.recordedPerSecond.toFixed(0),
    run.recordingSeconds.toFixed(1),
    run.drainingSeconds.toFixed(1),
    run.cpuSeconds.toFixed(1),
    String(run.failedJobs),
  ]);
  const [enqueued, alone] = [median(cost.enqueued), median(cost.alone)];
  return [
    textTable(['recall', 'count', 'p50 ms', 'p99 ms', 'highest ms'], tails),
    textTable(['', 'episodes/s', 'recording s', 'draining s', 'CPU s', 'failed jobs'], runs),
    `CPU µs per recorded episode: ${enqueued.toFixed(0)} with a job enqueued, ${alone.toFixed(0)} without`,
  ].join('\n\n');
}

/**
 * The scenario `worker`: learning in the gateway's process, on a database of its own for each of its
 * measurements.
 */

import { textTable } from '../../text-table.ts';
import { type Measured, type Ratio, ratioLines, type Scene } from '../measure.ts';
import { type Learned, measureLearning, type Tail } from './measure-learning.ts';

const FULL = { episodes: 10_000, agents: 50 };
const QUICK = { episodes: 1000, agents: 10 };

export async function workerScenario({ dialect, databases, quick, say }: Scene): Promise<Measured> {
  const amount = quick ? QUICK : FULL;
  say(`  ${dialect}: ${amount.episodes} episodes without a worker…`);
  const without = await measureLearning(await databases.url('no_worker'), amount, 'gateway');
  say(`  ${dialect}: ${amount.episodes} episodes with the embedded worker…`);
  const beside = await measureLearning(await databases.url('worker'), amount, 'learning');
  const found = { without, with: beside };
  const title = `${dialect}, recall while agents record and a worker learns\n`;
  const lines = [title, `${learningTables(found)}\n`, ratioLines(learningRatios(found))];
  return { figures: found, lines: lines.join('\n') };
}

interface Compared {
  without: Learned;
  with: Learned;
}

const AIM = 1.5;

/** Recall beside a worker against recall beside the same recording without one. */
function learningRatios({ with: beside, without }: Compared): Ratio[] {
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

function learningTables({ with: beside, without }: Compared): string {
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
  return [
    textTable(['recall', 'count', 'p50 ms', 'p99 ms', 'highest ms'], tails),
    textTable(['', 'episodes/s', 'recording s', 'draining s', 'CPU s', 'failed jobs'], runs),
  ].join('\n\n');
}

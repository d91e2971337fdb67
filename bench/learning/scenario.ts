/** The scenario `worker`: learning in the gateway's process, on a database of its own for each of its measurements. */
import type { Dialect } from '../../server/platform/db/migrations.ts';
import { measureLearning, measureRecordCost } from './measure-learning.ts';
import type { LearningResult } from './report.ts';

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

/**
 * A worker in a process of its own, to be killed or stalled by a test. Its jobs wait until the test lets them
 * commit, by a row of `service_state` with the key `go:<tenant>`; what they commit is a row with the key
 * `done:<tenant>:<process>`.
 */

import { openRuntime } from '../../../lab/gateway/beside-gateway.ts';
import { createWorker, type Job, type JobContext } from '../../jobs/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';

// The test's clock, which stands still: what time it is on SQLite is the test's to say.
const runtime = openRuntime(process.env, () => new Date(String(process.env.TEST_NOW)));
const { db } = runtime;

async function reflect({ tenant, attempt }: Job<'reflect'>, { commit }: JobContext): Promise<void> {
  process.stdout.write(`started ${attempt}\n`);
  while ((await clientOf(db.read).serviceState.count({ where: { key: `go:${tenant}` } })) === 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    await commit(async (tx) => {
      await clientOf(tx).serviceState.create({ data: { key: `done:${tenant}:${process.pid}`, value: '' } });
    });
    process.stdout.write('committed\n');
  } catch (error) {
    process.stdout.write(`refused ${error instanceof Error ? error.name : ''}\n`);
    throw error;
  }
}

await createWorker(runtime, { reflect }).start();

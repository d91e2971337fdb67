/**
 * On SQLite everything shares one connection and one thread: what jobs write must leave room for those who
 * wait.
 */
import { expect, it } from 'vitest';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { withRequest } from '../request-context.ts';
import { clientOf, type Tx } from './prisma.ts';

const JOBS = 16;
const WRITES = 20;

describeOnBoth('writing beside jobs', (runtime, dialect) => {
  const writeRow = (key: string) => async (tx: Tx) => {
    await clientOf(tx).serviceState.create({ data: { key, value: '' } });
  };

  /**
   * Many jobs at once, each of which writes again and again without a pause; `onWritten` hears of each write.
   */
  async function busyJobs(onWritten: () => void): Promise<void> {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const job = async (name: number) => {
      for (let count = 0; count < WRITES; count += 1) {
        await rt.db.write(writeRow(`${tenant}:${name}:${count}`));
        onWritten();
      }
    };
    const context = { requestId: 'r', clientAddress: 'worker', background: true } as const;
    await Promise.all(Array.from({ length: JOBS }, (_, name) => withRequest(context, () => job(name))));
  }

  it('finds at most a few of the jobs’ transactions before a request’s own', async () => {
    let written = 0;
    const before: number[] = [];
    let busy = true;
    const jobs = busyJobs(() => {
      written += 1;
    }).finally(() => {
      busy = false;
    });
    const { tenant } = freshPrincipal();
    for (let count = 0; busy && count < WRITES; count += 1) {
      const from = written;
      await runtime().db.write(writeRow(`${tenant}:own:${count}`));
      before.push(written - from);
    }
    await jobs;
    expect(before.length).toBeGreaterThan(0);
    expect(Math.max(...before)).toBeLessThanOrEqual(dialect === 'sqlite' ? 3 : JOBS * WRITES);
  });
});

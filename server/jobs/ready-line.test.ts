import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveTurns } from '../domain/jobs/turns.ts';
import { clientOf, type Tx } from '../platform/db/prisma.ts';
import { eventually, removeJobs, startWorker } from '../testing/jobs/jobs.ts';
import { cases } from '../testing/property.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../testing/test-runtime.ts';
import { graphileJobs } from './graphile-store.ts';
import { enqueueJobs, type NewJob } from './index.ts';

const AT_ONCE = 4;

const enqueue = (rt: TestRuntime, jobs: NewJob[]) => rt.db.write((tx) => enqueueJobs(rt, tx, jobs));

const manyOf = (tenant: string, count: number, batch = 0): NewJob[] =>
  Array.from({ length: count }, (_, n) => ({ kind: 'curate', tenant, agentId: `bot-${batch}-${n}` }));

/** Jobs that Graphile Worker may hand out. */
async function lengthOfLine(tx: Tx): Promise<number> {
  const rows = await clientOf(tx).$queryRaw<unknown[]>`
    SELECT 1 AS one FROM graphile_worker.jobs WHERE locked_at IS NULL AND key IS NOT NULL`;
  return rows.length;
}

/** How often the table of jobs was read as a whole, and how many of its rows by an index, while `work` ran in `tx`. */
async function readsOf(tx: Tx, work: () => Promise<unknown>): Promise<{ scans: number; rows: number }> {
  const read = async () => {
    const [row] = await clientOf(tx).$queryRaw<{ scans: bigint; rows: bigint }[]>`
      SELECT seq_scan AS scans, idx_tup_fetch AS rows FROM pg_stat_xact_user_tables WHERE relname = 'job'`;
    return { scans: Number(row?.scans), rows: Number(row?.rows) };
  };
  const before = await read();
  await work();
  const after = await read();
  return { scans: after.scans - before.scans, rows: after.rows - before.rows };
}

async function giveTurnsInSql(tx: Tx): Promise<void> {
  await clientOf(tx).$executeRaw`SELECT give_turns(ARRAY['curate'])`;
}

async function removeLine({ db }: TestRuntime): Promise<void> {
  await clientOf(db.read).$executeRaw`TRUNCATE graphile_worker._private_jobs`;
}

describe('the line of next jobs on PostgreSQL', () => {
  let opened: TestRuntime | undefined;
  const runtime = () => {
    if (opened === undefined) throw new Error('the runtime is opened before each suite');
    return opened;
  };
  beforeAll(async () => {
    opened = await openTestRuntime('postgresql', { SERVICE_WORKER_CONCURRENCY: String(AT_ONCE) });
  });
  beforeEach(() => removeJobs(runtime()));
  afterAll(() => opened?.dispose());

  it('gets its jobs by the rule of turns', async () => {
    const rt = runtime();
    const client = clientOf(rt.db.read);
    const given = fc.record({ tenant: fc.constantFrom('a', 'b', 'c'), turn: fc.integer({ min: 1, max: 9 }) });
    const due = fc.constantFrom('a', 'b', 'c', 'd');
    const queue = fc.tuple(fc.array(given, { maxLength: 6 }), fc.array(due, { minLength: 1, maxLength: 9 }));
    await fc.assert(
      fc.asyncProperty(queue, async ([waiting, becameDue]) => {
        const now = new Date();
        const row = (tenant: string, id: string, turn: number | null) => ({
          ...{ tenant, id, turn, kind: 'curate', key: id, agentId: id, status: 'pending', attempts: 0 },
          ...{ runAt: new Date(now.getTime() - 60_000), createdAt: now, updatedAt: now },
        });
        await client.job.deleteMany({});
        await client.job.createMany({
          data: [
            ...waiting.map(({ tenant, turn }, at) => row(tenant, `waits-${at}`, turn)),
            ...becameDue.map((tenant, at) => ({
              ...row(tenant, `due-${at}`, null),
              runAt: new Date(now.getTime() - 30_000 + at),
            })),
          ],
        });
        await giveTurnsInSql(rt.db.read);
        const rows = await client.job.findMany({
          where: { id: { startsWith: 'due-' } },
          orderBy: { id: 'asc' },
        });
        const turns = waiting.map(({ turn }) => turn);
        const lastOf = (of: string) => waiting.flatMap(({ tenant, turn }) => (tenant === of ? [turn] : []));
        const highest = (some: number[]) => (some.length === 0 ? null : Math.max(...some));
        expect(rows.map(({ turn }) => Number(turn))).toEqual(
          giveTurns(
            becameDue.map((tenant) => ({ tenant, lastTurn: highest(lastOf(tenant)) })),
            turns.length === 0 ? null : Math.min(...turns),
          ),
        );
      }),
      { numRuns: cases(50) },
    );
  });

  it('is filled by indexes alone, however many jobs wait and whatever is known of the table', async () => {
    const rt = runtime();
    await clientOf(rt.db.read).$executeRaw`ANALYZE job`;
    for (let batch = 0; batch < 10; batch += 1) await enqueue(rt, manyOf('busy', 500, batch));
    const fill = (tx: Tx) => graphileJobs(tx).fillLine(['curate', 'reflect'], AT_ONCE);
    const turns = await rt.db.write((tx) => readsOf(tx, () => giveTurnsInSql(tx)));
    expect(turns.scans).toBe(0);
    expect(turns.rows).toBeLessThan(3000);
    while ((await fill(rt.db.read)) === null);
    await removeLine(rt);
    const next = await rt.db.write((tx) => readsOf(tx, () => fill(tx)));
    expect(next.scans).toBe(0);
    expect(next.rows).toBeLessThan(50);
    const others = await rt.db.write((tx) =>
      readsOf(tx, () => clientOf(tx).$queryRaw`SELECT others_wait('curate:busy:bot-0-1')`),
    );
    expect(others).toEqual({ scans: 0, rows: 1 });
  });

  it('is no longer than a worker does at once where jobs are slow', async () => {
    const rt = runtime();
    const { promise, resolve } = Promise.withResolvers<void>();
    await enqueue(rt, manyOf(freshPrincipal().tenant, 50));
    let begun = 0;
    const curate = () => {
      begun += 1;
      return promise;
    };
    await startWorker(rt, { curate });
    await startWorker(rt, { curate });
    await eventually('all places are taken', () => begun === 2 * AT_ONCE);
    await eventually('it is full', async () => (await lengthOfLine(rt.db.read)) >= AT_ONCE);
    await enqueue(rt, manyOf(freshPrincipal().tenant, 50));
    expect(await lengthOfLine(rt.db.read)).toBe(AT_ONCE);
    resolve();
  });
});

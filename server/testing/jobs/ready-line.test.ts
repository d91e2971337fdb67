import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { giveTurns } from '../../domain/jobs/turns.ts';
import { enqueueJobs, type NewJob } from '../../jobs/index.ts';
import { clientOf, type Tx } from '../../platform/db/prisma.ts';
import { eventually } from '../eventually.ts';
import { cases } from '../property.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../test-runtime.ts';
import { removeJobs, startWorker } from './jobs.ts';

const enqueue = (rt: TestRuntime, jobs: NewJob[]) => rt.db.write((tx) => enqueueJobs(rt, tx, jobs));

const manyOf = (tenant: string, count: number): NewJob[] =>
  Array.from({ length: count }, (_, n) => ({ kind: 'curate', tenant, agentId: `bot-${n}` }));

/** Jobs at once of each worker. */
const AT_ONCE = 4;

/** Jobs that Graphile Worker may hand out. */
async function lengthOfLine(tx: Tx): Promise<number> {
  const rows = await clientOf(tx).$queryRaw<unknown[]>`
    SELECT 1 AS one FROM graphile_worker.jobs WHERE locked_at IS NULL AND key IS NOT NULL`;
  return rows.length;
}

/** How often the table of jobs was read as a whole, and how many of its rows by an index, while `work` ran in a transaction. */
async function readsDuring(
  session: pg.Client,
  work: () => Promise<unknown>,
): Promise<{ scans: number; rows: number }> {
  const read = async () => {
    const { rows } = await session.query<{ scans: string; rows: string }>(
      "SELECT seq_scan AS scans, idx_tup_fetch AS rows FROM pg_stat_xact_user_tables WHERE relname = 'job'",
    );
    return { scans: Number(rows[0]?.scans), rows: Number(rows[0]?.rows) };
  };
  await session.query('BEGIN');
  const before = await read();
  await work();
  const after = await read();
  await session.query('COMMIT');
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

  it.each(['none waited', 'all waited'])(
    'is filled by indexes alone in a session, and by statistics, of when %s',
    async (known) => {
      const rt = runtime();
      const session = new pg.Client({ connectionString: rt.config.database.url });
      await session.connect();
      onTestFinished(() => session.end());
      const fill = () => session.query(`SELECT fill_ready_line('{curate,reflect}', ${AT_ONCE}) AS length`);
      const giveSome = async () => {
        const { rows } = await session.query<{ given: number }>("SELECT give_turns('{curate}') AS given");
        return rows[0]?.given ?? 0;
      };
      const addMany = async () => {
        for (let batch = 0; batch < 10; batch += 1) await enqueue(rt, manyOf(`busy-${batch}`, 500));
      };
      if (known === 'all waited') await addMany();
      await session.query('ANALYZE job');
      // More often than a plan is made anew before one is kept.
      for (let call = 0; known === 'none waited' && call < 10; call += 1) await fill();
      if (known === 'none waited') await addMany();

      const turns = await readsDuring(session, giveSome);
      expect(turns.scans).toBe(0);
      expect(turns.rows).toBeLessThan(2000);
      while ((await giveSome()) > 0);
      await removeLine(rt);
      const next = await readsDuring(session, fill);
      expect(next.scans).toBe(0);
      expect(next.rows).toBeLessThan(50);
      const others = await readsDuring(session, () =>
        session.query("SELECT others_wait('curate:busy-0:bot-1')"),
      );
      expect(others).toEqual({ scans: 0, rows: 1 });
    },
  );

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

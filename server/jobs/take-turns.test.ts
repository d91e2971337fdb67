import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveTurns } from '../domain/jobs/turns.ts';
import type { Dialect } from '../platform/db/migrations/migrations.ts';
import { clientOf, type Tx } from '../platform/db/prisma.ts';
import { watchStatements } from '../testing/database/test-database.ts';
import { eventually, openJobs, pass, removeJobs, startWorker } from '../testing/jobs/jobs.ts';
import { cases } from '../testing/property.ts';
import {
  describeOnBoth,
  freshPrincipal,
  openTestRuntime,
  type TestRuntime,
} from '../testing/test-runtime.ts';
import { graphileJobs } from './graphile-store.ts';
import { enqueueJobs, type NewJob } from './index.ts';
import { sqliteJobs } from './sqlite-store.ts';

const enqueue = (rt: TestRuntime, jobs: NewJob[]) => rt.db.write((tx) => enqueueJobs(rt, tx, jobs));

const manyOf = (tenant: string, count: number, more: { delayMs?: number } = {}): NewJob[] =>
  Array.from({ length: count }, (_, n) => ({ kind: 'curate', tenant, agentId: `bot-${n}`, ...more }));

/** As many as wait of the busy tenant; the other one has a few. */
const [MANY, FEW] = [500, 3];
/** Jobs at once of each of the two workers. */
const AT_ONCE = 4;
/**
 * Jobs of the busy tenant that may begin before the last of the other's few: what the turns allow, what the workers had
 * claimed, and the line of PostgreSQL, which is long where jobs are as fast as these.
 */
const mostBefore = (dialect: Dialect) => FEW + 1 + 2 * AT_ONCE + (dialect === 'sqlite' ? 0 : 100);

/**
 * Two workers that do the jobs of a busy tenant; when 40 have begun, `meanwhile` is awaited. Answers with how many jobs
 * of the busy tenant began after that and before each job of the other.
 */
async function startedBefore(
  rt: TestRuntime,
  { busy, other, meanwhile }: { busy: string; other: string; meanwhile: () => Promise<void> },
): Promise<number[]> {
  let begun = 0;
  let since = Number.NaN;
  const before: number[] = [];
  const curate = async ({ tenant }: { tenant: string }) => {
    if (tenant === other) before.push(begun - since);
    if (tenant !== busy) return;
    begun += 1;
    if (begun !== 40) return;
    await meanwhile();
    since = begun;
  };
  await Promise.all([startWorker(rt, { curate }), startWorker(rt, { curate })]);
  await eventually('the few have begun', () => before.length === FEW);
  return before;
}

describeOnBoth(
  'jobs of several tenants',
  (runtime, dialect) => {
    beforeEach(() => removeJobs(runtime()));

    it('are done in turns: two workers begin a new one soon, however many another tenant has', async () => {
      const rt = runtime();
      const [busy, other] = [freshPrincipal().tenant, freshPrincipal().tenant];
      await enqueue(rt, manyOf(busy, MANY));
      const before = await startedBefore(rt, {
        ...{ busy, other },
        meanwhile: () => enqueue(rt, manyOf(other, FEW)),
      });
      expect(Math.max(...before)).toBeLessThanOrEqual(mostBefore(dialect));
    });

    it('are done in turns where those of a tenant waited for their time and are due together', async () => {
      const rt = runtime();
      const [busy, other] = [freshPrincipal().tenant, freshPrincipal().tenant];
      await enqueue(rt, manyOf(busy, MANY, { delayMs: 60_000 }));
      await enqueue(rt, manyOf(other, FEW, { delayMs: 60_000 + 1 }));
      await pass(rt, 61_000);
      const order: string[] = [];
      const curate = ({ tenant }: { tenant: string }) => Promise.resolve(void order.push(tenant));
      await startWorker(rt, { curate });
      await eventually('the few have begun', () => order.filter((tenant) => tenant === other).length === FEW);
      expect(order.lastIndexOf(other)).toBeLessThanOrEqual(mostBefore(dialect) + FEW);
    });

    it('wait for no tenant that adds one more, of the same key or another, with each that it has done', async () => {
      const rt = runtime();
      const [busy, other] = [freshPrincipal().tenant, freshPrincipal().tenant];
      let added = 0;
      const order: string[] = [];
      const curate = async ({ tenant, agentId }: { tenant: string; agentId: string }) => {
        order.push(tenant);
        if (tenant !== busy || order.length > MANY) return;
        added += 1;
        await enqueue(rt, [{ kind: 'curate', tenant, agentId: added % 2 === 0 ? agentId : `more-${added}` }]);
      };
      await enqueue(rt, manyOf(busy, AT_ONCE));
      await startWorker(rt, { curate });
      await eventually('the busy tenant is at it', () => order.length > 2 * AT_ONCE);
      await enqueue(rt, manyOf(other, 30));
      await eventually(
        'all of the other are done',
        () => order.filter((tenant) => tenant === other).length === 30,
      );
      expect(order.lastIndexOf(other)).toBeLessThan(MANY);
    });

    it('do not wait for those that no worker has a handler for', async () => {
      const rt = runtime();
      const [busy, other] = [freshPrincipal().tenant, freshPrincipal().tenant];
      await enqueue(
        rt,
        Array.from(
          { length: 50 },
          (_, n): NewJob => ({ kind: 'hygiene', tenant: busy, agentId: `bot-${n}` }),
        ),
      );
      await enqueue(rt, manyOf(other, FEW));
      const done: string[] = [];
      await startWorker(rt, { curate: ({ id }) => Promise.resolve(void done.push(id)) });
      await eventually('the others are done', () => done.length === FEW);
      expect(await openJobs(rt, busy)).toHaveLength(50);
    });
  },
  { SERVICE_WORKER_CONCURRENCY: String(AT_ONCE) },
);

describeOnBoth(
  'jobs of one tenant',
  (runtime) => {
    it('are begun in the order of time', async () => {
      const rt = runtime();
      const { tenant } = freshPrincipal();
      const names = ['c', 'a', 'd', 'b', 'e'];
      await enqueue(
        rt,
        names.map((agentId, at): NewJob => ({ kind: 'curate', tenant, agentId, delayMs: 100 * at })),
      );
      await pass(rt, 1000);
      const began: string[] = [];
      await startWorker(rt, { curate: ({ agentId }) => Promise.resolve(void began.push(agentId)) });
      await eventually('all have begun', () => began.length === names.length);
      expect(began).toEqual(names);
    });
  },
  { SERVICE_WORKER_CONCURRENCY: '1' },
);

describe('the queue on SQLite', () => {
  it('is asked by its indexes alone', async () => {
    const rt = await openTestRuntime('sqlite');
    const { runtime, plan } = watchStatements(rt);
    await enqueue(rt, manyOf('busy', 20));
    await sqliteJobs(runtime.db.read).isDue(['curate', 'reflect'], rt.clock());
    const steps = await plan();
    await rt.dispose();
    expect(steps).toMatch(/job_turn_idx \(turn>\?\)/);
    expect(steps).toMatch(/job_without_turn_idx \(run_at<\?\)/);
    expect(steps).not.toMatch(/SCAN (job|due|other)\b/);
  });
});

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
    for (let batch = 0; batch < 10; batch += 1) await enqueue(rt, manyOf(`busy-${batch}`, 500));
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
      readsOf(tx, () => clientOf(tx).$queryRaw`SELECT others_wait('curate:busy-0:bot-1')`),
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

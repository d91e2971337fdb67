import { beforeEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../platform/db/migrations/migrations.ts';
import { watchStatements } from '../testing/database/test-database.ts';
import { eventually } from '../testing/eventually.ts';
import { openJobs, pass, removeJobs, startWorker } from '../testing/jobs/jobs.ts';
import {
  describeOnBoth,
  freshPrincipal,
  openTestRuntime,
  type TestRuntime,
} from '../testing/test-runtime.ts';
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

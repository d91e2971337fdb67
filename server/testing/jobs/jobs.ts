/**
 * What tests of background jobs need on both engines: workers that end with their test, time that passes, a
 * look inside.
 */
import { onTestFinished } from 'vitest';
import { createWorker, enqueueJob, type JobHandlers, type Worker } from '../../jobs/index.ts';
import { clientOf, type Tx } from '../../platform/db/prisma.ts';
import { eventually } from '../eventually.ts';
import type { TestRuntime } from '../test-runtime.ts';

/** A job as either engine keeps it. `dueInMs` is from now, and null for one that does not wait. */
export interface SeenJob {
  status: string;
  kind: string;
  agentId: string;
  attempts: number;
  dueInMs: number | null;
  lastError: string | null;
}

export async function startWorker(runtime: TestRuntime, handlers: JobHandlers): Promise<Worker> {
  const worker = createWorker(runtime, handlers);
  await worker.start();
  onTestFinished(() => worker.stop(0));
  return worker;
}

/**
 * Resolves when the workers have looked for jobs again: one that is due now, of an agent of its own, has been
 * claimed and is gone. A job of the tenant that waits still was not due then. Their handler of the kind must
 * return for the agent `witness`.
 */
export async function workersLook(
  runtime: TestRuntime,
  { tenant, kind }: { tenant: string; kind: 'reflect' | 'curate' },
): Promise<void> {
  const witness = { kind, tenant, agentId: WITNESS };
  await runtime.db.write((tx) => enqueueJob(runtime, tx, witness));
  await eventually('the workers have looked', async () =>
    (await openJobs(runtime, tenant)).every(({ agentId }) => agentId !== WITNESS),
  );
}

/** The agent of jobs that only show that workers look. */
export const WITNESS = 'witness';

/**
 * Removes every job and what workers of earlier tests have left, so that a test's workers see its own jobs
 * alone.
 */
export async function removeJobs({ db }: TestRuntime): Promise<void> {
  const client = clientOf(db.read);
  await client.job.deleteMany({});
  if (db.dialect === 'sqlite') return;
  await client.$executeRaw`TRUNCATE graphile_worker._private_jobs`;
  await client.$executeRaw`TRUNCATE job_worker`;
}

/** The advisory lock of fill_ready_line. */
const FILLING = 1_818_848_869;

/** Puts all jobs that wait into the ready line of PostgreSQL, from which a worker may claim them. */
export async function fillLine(tx: Tx): Promise<void> {
  const client = clientOf(tx);
  await client.job.updateMany({ where: { status: 'pending' }, data: { turn: 1 } });
  // While a worker fills the line, nobody else does: this waits until it has.
  await client.$executeRaw`
    SELECT fill_ready_line(ARRAY(SELECT kind FROM job), 1000) FROM pg_advisory_xact_lock(${FILLING}::bigint)`;
}

/**
 * Lets time pass for jobs that wait: the clock goes on, or in the database everything comes so much nearer.
 */
export async function pass({ db, advance }: TestRuntime, milliseconds: number): Promise<void> {
  if (db.dialect === 'sqlite') {
    advance(milliseconds);
    return;
  }
  const client = clientOf(db.read);
  const seconds = milliseconds / 1000;
  await client.$executeRaw`
    UPDATE graphile_worker._private_jobs SET
      run_at = run_at - make_interval(secs => ${seconds}::double precision),
      created_at = created_at - make_interval(secs => ${seconds}::double precision)
    WHERE locked_at IS NULL`;
  await client.$executeRaw`
    UPDATE job SET
      run_at = run_at - make_interval(secs => ${seconds}::double precision),
      created_at = created_at - make_interval(secs => ${seconds}::double precision)
    WHERE status = 'pending'`;
}

/** The jobs of a tenant that are not done, in the order in which they are due. */
export async function openJobs(runtime: TestRuntime, tenant: string): Promise<SeenJob[]> {
  const now = runtime.db.dialect === 'sqlite' ? runtime.clock().getTime() : Date.now();
  const rows = await clientOf(runtime.db.read).job.findMany({
    where: { tenant, status: { not: 'done' } },
    orderBy: { runAt: 'asc' },
  });
  const seen = rows.map(
    ({ status, kind, agentId, attempts, runAt, lastError }): SeenJob => ({
      status,
      kind,
      agentId,
      attempts,
      dueInMs: status === 'pending' ? runAt.getTime() - now : null,
      lastError,
    }),
  );
  return runtime.db.dialect === 'sqlite' ? seen : [...(await openGraphileJobs(runtime, tenant)), ...seen];
}

interface GraphileRow {
  kind: string;
  payload: { agentId: string };
  attempts: number;
  locked: boolean;
  due: number;
}

async function openGraphileJobs({ db }: TestRuntime, tenant: string): Promise<SeenJob[]> {
  const rows = await clientOf(db.read).$queryRaw<GraphileRow[]>`
    SELECT task.identifier AS kind, job.payload, job.attempts, job.locked_at IS NOT NULL AS locked,
      extract(epoch FROM job.run_at - clock_timestamp())::double precision AS due
    FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    WHERE job.payload->>'tenant' = ${tenant} AND job.key IS NOT NULL ORDER BY job.run_at`;
  return rows.map(({ kind, payload, attempts, locked, due }) => ({
    status: locked ? 'running' : 'pending',
    kind,
    agentId: payload.agentId,
    attempts,
    dueInMs: locked ? null : due * 1000,
    lastError: null,
  }));
}

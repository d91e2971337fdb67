/**
 * Once a day and agent: curation, so that canaries expire and skills age on quiet agents too, and with a
 * model reflection. In between, reflection on what an outage has left. Any number of workers may do this at
 * once.
 */

import { DAY_MS } from '../domain/time.ts';
import { afterCommit, type Tx } from '../platform/db/database.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type JobKind, type JobSubject, jobKey, writePayload } from './catalogue.ts';
import { dailyStore } from './daily-store.ts';
import type { PendingJob } from './engine.ts';
import { graphileJobs } from './graphile-store.ts';
import { sqliteJobs } from './sqlite-store.ts';

// Enqueues jobs in the transaction of the change that calls for them, so that neither is there without the
// other. One statement, cheap enough for the hot path, whatever the number of jobs.

/**
 * However often a job is enqueued again, it is put off no longer than so many times its delay: an agent that
 * never rests would else never learn.
 */
const LONGEST_WAIT = 30;

/** A job to be enqueued: what it is about, and how long to wait for more of the same. */
export type NewJob = JobSubject & { delayMs?: number };

/** As {@link enqueueJobs}, for one job. */
export async function enqueueJob(runtime: Runtime, tx: Tx, job: NewJob): Promise<void> {
  await enqueueJobs(runtime, tx, [job]);
}

/**
 * Enqueues jobs that are due `delayMs` from now. Where one of the same key is pending, none is added: that
 * one waits for as long from now, unless it waits longer already. Where one of the same
 * key is running, the new one waits for its end.
 */
export async function enqueueJobs(runtime: Runtime, tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  const kinds = new Map<string, JobKind>();
  const pending = jobs.map((job): PendingJob => {
    const id = runtime.newId('job');
    const { kind, tenant, delayMs = 0 } = job;
    kinds.set(id, kind);
    return {
      id,
      kind,
      tenant,
      key: jobKey(job),
      payload: writePayload(job),
      attempts: 0,
      error: null,
      delayMs,
      longestMs: delayMs * LONGEST_WAIT,
    };
  });
  const added = await putPending(runtime, tx, pending);
  afterCommit(tx, () => {
    for (const id of added) {
      const kind = kinds.get(id);
      if (kind !== undefined) runtime.metrics.jobsEnqueued.inc({ kind });
    }
  });
}

/**
 * Makes jobs pending on the engine in use, keys in one order in every transaction; answers with the ids of
 * those added.
 */
export async function putPending(runtime: Runtime, tx: Tx, jobs: PendingJob[]): Promise<Set<string>> {
  if (jobs.length === 0) return new Set();
  const inOrder = jobs.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return runtime.db.dialect === 'sqlite'
    ? await sqliteJobs(tx).enqueue(inOrder, runtime.clock())
    : await graphileJobs(tx).enqueue(inOrder);
}

const AGENTS_AT_ONCE = 200;

/**
 * Enqueues the daily jobs of all agents that have had none for a day, of the given kinds alone; answers with
 * their number.
 */
export async function enqueueDailyJobs(runtime: Runtime, kinds: readonly JobKind[]): Promise<number> {
  const daily = dailyKinds(runtime).filter((kind) => kinds.includes(kind));
  if (daily.length === 0) return 0;
  await listAgents(runtime);
  const at = runtime.clock();
  const until = new Date(at.getTime() - DAY_MS);
  for (let served = 0; ; ) {
    const due = await dailyStore(runtime.db.read).due(until, AGENTS_AT_ONCE);
    if (due.length === 0) return served;
    served += await runtime.db.write(async (tx) => {
      const agents = await dailyStore(tx).serve(due, { until, at });
      await enqueueJobs(
        runtime,
        tx,
        agents.flatMap((agent) => daily.map((kind) => ({ kind, ...agent }))),
      );
      return agents.length;
    });
  }
}

/** Enqueues reflection on the runs that a failed one has left and whose time has come. */
export async function enqueueWaiting(runtime: Runtime): Promise<void> {
  if (runtime.config.model.provider === 'none') return;
  const agents = await dailyStore(runtime.db.read).waiting(runtime.clock(), AGENTS_AT_ONCE);
  if (agents.length === 0) return;
  await runtime.db.write((tx) =>
    enqueueJobs(
      runtime,
      tx,
      agents.map((agent) => ({ kind: 'reflect' as const, ...agent })),
    ),
  );
}

function dailyKinds({ config }: Runtime): ('curate' | 'reflect')[] {
  const kinds: ('curate' | 'reflect')[] = [];
  if (config.learning.curateDaily) kinds.push('curate');
  if (config.model.provider !== 'none') kinds.push('reflect');
  return kinds;
}

/**
 * An agent's first day begins when a worker first sees it, so that not all agents of an installation are due
 * at once.
 */
async function listAgents(runtime: Runtime): Promise<void> {
  for (;;) {
    const agents = await dailyStore(runtime.db.read).unlisted(AGENTS_AT_ONCE);
    if (agents.length === 0) return;
    await runtime.db.write((tx) => dailyStore(tx).list(agents, runtime.clock()));
  }
}

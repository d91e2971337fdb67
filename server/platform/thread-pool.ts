/** Computations that take too long for the thread that answers requests, in threads that are kept for the next ones. */
import { join } from 'node:path';
import { Tinypool } from 'tinypool';
import type { PoolCall } from './pool-thread.ts';
import { projectRoot } from './shared.ts';

/**
 * Calibrations take turns, and so do documents: each keeps one thread busy at most, for seconds, and one is left for what a
 * transaction waits for.
 */
const MAX_THREADS = 3;

/** A thread that had nothing to do for so long gives its memory back. */
const IDLE_MS = 10_000;

/**
 * How large the heap of a thread may become; a task that needs more fails with `ERR_WORKER_OUT_OF_MEMORY`. The worst of
 * `lab/bench/linear/worst-documents.ts` does not fit into half of it.
 */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 12 };

let pool: Tinypool | undefined;

/** A function that a script of the project (named from its root) exports by the function's own name. */
export interface Task<Args extends readonly unknown[], Result> {
  readonly script: string;
  readonly run: (...args: Args) => Result;
}

/** Calls a function: here, or in a thread where what it is given is large, so that nobody waits for it meanwhile. */
export async function compute<Args extends readonly unknown[], Result>(
  task: Task<Args, Result>,
  isLarge: boolean,
  ...args: Args
): Promise<Result> {
  return isLarge ? await computeInPool(task, args) : task.run(...args);
}

/** Calls a function in a thread. What goes in and out is copied. The first call starts a thread. */
export async function computeInPool<Args extends readonly unknown[], Result>(
  { script, run }: Task<Args, Result>,
  args: Args,
): Promise<Result> {
  pool ??= new Tinypool({
    filename: join(projectRoot(), 'server/platform/pool-thread.ts'),
    name: 'call',
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
  });
  const call: PoolCall = { script: join(projectRoot(), script), name: run.name, args };
  const result: unknown = await pool.run(call);
  return result as Result;
}

/** Whether a task failed because it needed more memory than a thread has. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

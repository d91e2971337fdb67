/** Computations that take too long for the thread that answers requests, in threads that are kept for the next ones. */
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { Tinypool } from 'tinypool';
import { projectRoot } from './shared.ts';

/** Two large texts at once; more would compete with requests and the database for the cores. */
const MAX_THREADS = 2;

/** A thread that had nothing to do for so long gives its memory back. */
const IDLE_MS = 10_000;

/**
 * How large the heap of a thread may become; a task that needs more fails with `ERR_WORKER_OUT_OF_MEMORY`. The worst of
 * `bench/linear/worst-documents.ts` does not fit into half of it.
 */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 12 };

let pool: Tinypool | undefined;

/**
 * Calls the function `name` that a script of the project exports (named from its root) with a task, in a thread. What goes
 * in and out is copied, apart from what is handed over. The first call starts a thread.
 */
export async function runInPool<Result>(
  { script, name }: { script: string; name: string },
  task: unknown,
  handedOver: MessagePort[] = [],
): Promise<Result> {
  pool ??= new Tinypool({
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
  });
  const result: unknown = await pool.run(task, {
    filename: join(projectRoot(), script),
    name,
    transferList: handedOver,
  });
  return result as Result;
}

/** Whether a task failed because it needed more memory than a thread has. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** The worker inside the gateway's process, so that one process is enough to learn. */
import { createWorker, type Worker } from '../server/jobs/index.ts';
import { enqueueLacking } from '../server/knowledge/embedding/index.ts';
import { errorFields } from '../server/platform/log/log.ts';
import type { Runtime } from '../server/platform/runtime.ts';
import { createHandlers } from './tasks.ts';

// Looks for texts without a vector when a worker starts and every hour from then on, because no change tells
// of another model.

const EVERY_MS = 3_600_000;

/** Starts the sweep; returns how to end it, which resolves when none is under way. */
export function startEmbeddingSweep(runtime: Runtime): () => Promise<void> {
  let underWay = Promise.resolve();
  const sweep = () => {
    underWay = underWay.then(async () => {
      try {
        await enqueueLacking(runtime);
      } catch (error) {
        runtime.log.error('queue.error', errorFields(error));
      }
    });
  };
  sweep();
  const timer = setInterval(sweep, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

/**
 * Starts a worker unless SERVICE_EMBEDDED_WORKER is false; null then. It must be stopped before the database
 * closes.
 */
export async function startEmbeddedWorker(runtime: Runtime): Promise<Worker | null> {
  if (!runtime.config.worker.embedded) return null;
  const worker = createWorker(runtime, createHandlers(runtime));
  await worker.start();
  const endSweep = startEmbeddingSweep(runtime);
  return {
    ...worker,
    async stop(graceMs) {
      await endSweep();
      await worker.stop(graceMs);
    },
  };
}

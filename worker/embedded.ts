/** The worker inside the gateway's process, so that one process is enough to learn. */
import { createWorker, type Worker } from '../server/jobs/index.ts';
import type { Runtime } from '../server/platform/runtime.ts';
import { startEmbeddingSweep } from './embedding-sweep.ts';
import { handlersOf } from './tasks/index.ts';

/** Starts a worker unless SERVICE_EMBEDDED_WORKER is false; null then. It must be stopped before the database closes. */
export async function startEmbeddedWorker(runtime: Runtime): Promise<Worker | null> {
  if (!runtime.config.worker.embedded) return null;
  const worker = createWorker(runtime, handlersOf(runtime));
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

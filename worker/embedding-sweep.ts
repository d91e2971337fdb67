/** Looks for texts without a vector when a worker starts and every hour from then on, because no change tells of another model. */
import { enqueueLacking } from '../server/knowledge/embedding/index.ts';
import { errorFields } from '../server/platform/log/error-fields.ts';
import type { Runtime } from '../server/platform/runtime.ts';

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

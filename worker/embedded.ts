/** The worker inside the gateway's process, so that one process is enough to learn. */
import { createWorker, type JobHandler, type JobHandlers, type Worker } from '../server/jobs/index.ts';
import { embedKnowledge, enqueueLacking } from '../server/knowledge/embedding/index.ts';
import { curateAgent } from '../server/learning/curation/index.ts';
import { evolveSkill } from '../server/learning/evolution/index.ts';
import { reflectAgent } from '../server/learning/reflection/index.ts';
import { errorFields } from '../server/platform/log/log.ts';
import type { Runtime } from '../server/platform/runtime.ts';

/**
 * Looks for texts without a vector when a worker starts and every hour from then on, because no change tells
 * of another model.
 */

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

/** The handlers of this program's workers: one file a kind, each a shim to a feature's use case. */

/** The handlers there are. Jobs of a kind without one stay pending until there is. */
export function createHandlers(runtime: Runtime): JobHandlers {
  return {
    reflect: reflect(runtime),
    curate: curate(runtime),
    evolve: evolve(runtime),
    embed: embed(runtime),
  };
}

/** The curate job's handler. */

function curate(runtime: Runtime): JobHandler<'curate'> {
  return (job, context) => curateAgent(runtime, job, context);
}

/** The embed job's handler. */

function embed(runtime: Runtime): JobHandler<'embed'> {
  return (job, context) => embedKnowledge(runtime, job, context);
}

/** The evolve job's handler. */

function evolve(runtime: Runtime): JobHandler<'evolve'> {
  return (job, context) => evolveSkill(runtime, job, context);
}

/** The reflect job's handler. */

function reflect(runtime: Runtime): JobHandler<'reflect'> {
  return (job, context) => reflectAgent(runtime, job, context);
}

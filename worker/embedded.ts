/** The worker inside the gateway's process, so that one process is enough to learn. */
import { purgeDaily } from '../server/admin/retention/index.ts';
import { createWorker, type Worker } from '../server/jobs/index.ts';
import { enqueueLacking } from '../server/knowledge/embedding/index.ts';
import { preparePartitions } from '../server/platform/db/partitions/partitions.ts';
import { errorFields } from '../server/platform/log/log.ts';
import type { Runtime } from '../server/platform/runtime.ts';
import { createHandlers } from './tasks.ts';

/** No change tells of another embedding model, so texts without a vector are looked for. */
const EMBEDDING_EVERY_MS = 3_600_000;
/** How late the daily purge may begin. */
const PURGE_EVERY_MS = 600_000;
/** Partitions are made days ahead. */
const PARTITIONS_EVERY_MS = 3_600_000;

/**
 * Does what a worker does at its start and now and then, beside jobs; returns how to end it, which resolves
 * when nothing is under way.
 */
export function startSweeps(runtime: Runtime): () => Promise<void> {
  const ends = [
    repeat(EMBEDDING_EVERY_MS, () => enqueueLacking(runtime), noting(runtime, 'queue.error')),
    keepPartitionsAhead(runtime),
    repeat(PURGE_EVERY_MS, (stop) => purgeDaily(runtime, stop), noting(runtime, 'retention.failed')),
  ];
  return async () => void (await Promise.all(ends.map((end) => end())));
}

const keepPartitionsAhead = (runtime: Runtime) =>
  repeat(PARTITIONS_EVERY_MS, () => preparePartitions(runtime), noting(runtime, 'partitions.failed'));

const noting = (runtime: Runtime, event: string) => (error: unknown) =>
  runtime.log.error(event, errorFields(error));

function repeat(
  everyMs: number,
  work: (stop: AbortSignal) => Promise<unknown>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let underWay: Promise<unknown> = Promise.resolve();
  const again = () => {
    underWay = underWay.then(() => work(stopping.signal)).catch(failed);
  };
  again();
  const timer = setInterval(again, everyMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await underWay;
  };
}

/**
 * Starts a worker in the gateway's process. It must be stopped before the database closes. Where SERVICE_EMBEDDED_WORKER is
 * false, only partitions are made ahead: without them nothing is stored, and workers may be away.
 */
export async function startEmbeddedWorker(runtime: Runtime): Promise<Pick<Worker, 'stop'> & Partial<Worker>> {
  if (!runtime.config.worker.embedded) return { stop: keepPartitionsAhead(runtime) };
  const worker = createWorker(runtime, createHandlers(runtime));
  await worker.start();
  const endSweeps = startSweeps(runtime);
  return {
    ...worker,
    async stop(graceMs) {
      await Promise.all([endSweeps(), worker.stop(graceMs)]);
    },
  };
}

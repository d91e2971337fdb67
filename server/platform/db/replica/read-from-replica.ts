import type { Runtime } from '../../runtime.ts';

/**
 * Does `work` with a runtime whose reads outside of transactions go to the replica, where there is one that has
 * everything committed before this call, else to the primary. Transactions stay on the primary: what `work` writes it
 * must not expect to read. What it returns may go on reading if it `streams`; anything else that kept the runtime reads
 * from the primary afterwards, such as a cache.
 */
export async function readFromReplica<T>(
  runtime: Runtime,
  work: (runtime: Runtime) => Promise<T>,
  streams = false,
): Promise<T> {
  const reading = await runtime.db.beginReading();
  if (reading === null) return await work(runtime);
  try {
    return await work({ ...runtime, db: { ...runtime.db, read: reading.read } });
  } finally {
    if (!streams) reading.end();
  }
}

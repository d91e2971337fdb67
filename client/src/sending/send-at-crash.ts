/**
 * Sends records while an error ends the process. Nothing asynchronous happens here any more, so a worker thread makes the
 * request and this thread waits for it.
 */
import { RECORDS_PATH } from '../connections.ts';
import type { Settings } from '../options.ts';
import type { RecordBytes } from './record-buffer.ts';
import { arrayOf } from './send-batch.ts';

const WORKER = `const { workerData: { url, headers, body, timeoutMs, ended } } = require('node:worker_threads');
fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
  .then((reply) => reply.text().then(() => reply.ok), () => false)
  .then((ok) => { Atomics.store(ended, 0, ok ? 1 : 2); Atomics.notify(ended, 0); });`;

interface Platform {
  process?: {
    getBuiltinModule?(name: 'node:worker_threads'): typeof import('node:worker_threads') | undefined;
  };
}

/** Whether the gateway has the records; false at once where the platform has no threads. Never throws. */
export function sendAtCrash(
  { url, headers }: Settings,
  records: readonly RecordBytes[],
  timeoutMs: number,
): boolean {
  const threads = (globalThis as Platform).process?.getBuiltinModule?.('node:worker_threads');
  if (threads === undefined || url === null || records.length === 0 || timeoutMs <= 0) return false;
  try {
    const ended = new Int32Array(new SharedArrayBuffer(4));
    const worker = new threads.Worker(WORKER, {
      eval: true,
      // Those of the process may say how to read its program, which is another one.
      execArgv: [],
      workerData: {
        url: url + RECORDS_PATH,
        headers: { ...headers, 'content-type': 'application/json' },
        body: arrayOf(records),
        timeoutMs,
        ended,
      },
    });
    worker.unref();
    Atomics.wait(ended, 0, 0, timeoutMs);
    return Atomics.load(ended, 0) === 1;
  } catch {
    // The error that ends the process is the one to be seen.
    return false;
  }
}

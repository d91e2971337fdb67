/** A file whose age says whether a standalone worker is alive, for supervisors that cannot ask it. */
import { utimes, writeFile } from 'node:fs/promises';
import { errorFields } from '../server/platform/log/error-fields.ts';
import type { Runtime } from '../server/platform/runtime.ts';

const EVERY_MS = 10_000;

/** Touches SERVICE_WORKER_HEARTBEAT_FILE now and every 10 s, where it is set; returns how to end that. */
export function startHeartbeat(runtime: Runtime): () => void {
  const file = runtime.config.worker.heartbeatFile;
  if (file === null) return () => undefined;
  const beat = () =>
    void touch(file, runtime.clock()).catch((error: unknown) =>
      runtime.log.error('worker.heartbeat_failed', errorFields(error)),
    );
  beat();
  const timer = setInterval(beat, EVERY_MS);
  return () => clearInterval(timer);
}

/** Sets a file's times, and makes it where it is missing. */
async function touch(file: string, at: Date): Promise<void> {
  await writeFile(file, '', { flag: 'a' });
  await utimes(file, at, at);
}

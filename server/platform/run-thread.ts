/** Computations that take too long for the thread that answers requests. */
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { projectRoot } from './shared.ts';

interface ThreadOptions {
  /** Whether a process that is asked to end stays until the thread has answered. */
  staysFor: boolean;
  /** How large its heap may become; a thread that needs more ends with `ERR_WORKER_OUT_OF_MEMORY`. */
  megabytes?: number;
  /** What of the data is handed over rather than copied. */
  handedOver?: MessagePort[];
}

/** A large young generation makes threads faster that live long; these do not. */
const YOUNG_MEGABYTES = 12;

/**
 * Runs a script of the project, named from its root, in a thread of its own, and resolves with the first message that
 * it posts. Rejects where the script throws, or ends without a message.
 */
export function runThread<Result>(
  script: string,
  workerData: unknown,
  { staysFor, megabytes, handedOver = [] }: ThreadOptions,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // A bundler that saw the class imported would take the file for a part of its bundle, where it is not.
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const thread = new Worker(join(projectRoot(), script), {
      workerData,
      transferList: handedOver,
      resourceLimits:
        megabytes === undefined
          ? {}
          : { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    if (!staysFor) thread.unref();
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread ended with ${code} and no answer`)));
  });
}

/** As many threads as there are cores, each with one task at a time. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Task } from './thread.ts';

/**
 * Runs all tasks and gives their answers in the order of the tasks, checked by `read`. Rejects, and ends all
 * threads, when a task fails.
 */
export async function runAll<Answer>(
  tasks: readonly Task[],
  read: (answer: unknown) => Answer,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = tasks.entries();
  const workers = Array.from(
    { length: Math.min(availableParallelism(), tasks.length) },
    () => new Worker(new URL('./thread.ts', import.meta.url)),
  );
  const work = async (worker: Worker) => {
    for (const [index, task] of waiting) {
      worker.postMessage(task);
      const [answer] = await once(worker, 'message');
      answers[index] = read(answer);
    }
  };
  try {
    await Promise.all(workers.map(work));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return answers;
}

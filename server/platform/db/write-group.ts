/**
 * Rows of requests that arrive together are written in one transaction: a commit waits for the disk, and on
 * SQLite everything else waits with it, so sixteen requests must not pay for sixteen commits. Each caller
 * still waits for its own row to be durable, and one bad row never fails its neighbours'.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';

const MAX_ITEMS = 64;
const MAX_BYTES = 1_000_000;

interface QueuedWrite<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

interface GroupWriter<T, R> {
  /** Writes the items of one key, all or none; the results are in their order. */
  write(key: string, items: T[]): Promise<R[]>;
  /** About how large an item is, so that a group stays small in memory and in the time it holds its locks. */
  bytesOf(item: T): number;
}

/**
 * Hands out a function that writes one item of a key (a tenant: its rows share no transaction with another's)
 * and answers with the item's own result. One group of a key is written at a time; what arrives meanwhile is
 * the next. Where a group fails, each of its items is written once more by itself.
 */
export function groupWrites<T, R>({
  write,
  bytesOf,
}: GroupWriter<T, R>): (key: string, item: T) => Promise<R> {
  const queues = new Map<string, QueuedWrite<T, R>[]>();

  async function writeAll(key: string, group: QueuedWrite<T, R>[]): Promise<void> {
    try {
      const results = await write(
        key,
        group.map(({ item }) => item),
      );
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
    } catch (error) {
      if (group.length > 1) await Promise.all(group.map((waiting) => writeAll(key, [waiting])));
      else for (const { reject } of group) reject(error);
    }
  }

  async function drain(key: string, queue: QueuedWrite<T, R>[]): Promise<void> {
    while (queue.length > 0) {
      // Requests that the socket delivered in the same turn get to join the group, and those that it delivers meanwhile.
      for (let known = 0; known < queue.length && known < MAX_ITEMS; ) {
        known = queue.length;
        await turnOfTheLoop();
      }
      await writeAll(key, queue.splice(0, groupSize(queue)));
    }
    queues.delete(key);
  }

  function groupSize(queue: QueuedWrite<T, R>[]): number {
    let bytes = 0;
    const end = queue.findIndex(({ item }, index) => {
      bytes += bytesOf(item);
      return index > 0 && (index >= MAX_ITEMS || bytes > MAX_BYTES);
    });
    return end === -1 ? queue.length : end;
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key);
      if (queue !== undefined) {
        queue.push({ item, resolve, reject });
        return;
      }
      const started = [{ item, resolve, reject }];
      queues.set(key, started);
      void drain(key, started);
    });
}

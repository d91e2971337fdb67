/**
 * Rows of requests that arrive together go to the database in one statement, and each caller is answered only when its
 * own row is durable. One group is under way at a time; what arrives meanwhile forms the next, so groups grow with the
 * load and a lone request waits for nobody. A group that fails is tried again row by row, so that one bad row fails
 * alone. What may wait is bounded: beyond that callers are turned away rather than kept.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { ServiceError } from '../platform/errors.ts';

/** How much goes into one statement and how much may wait, in rows and bytes. */
export interface GroupLimits {
  rows: number;
  bytes: number;
  waitingRows: number;
  waitingBytes: number;
}

interface Waiting<T> {
  row: T;
  bytes: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Stores rows in groups. */
export interface GroupCommit<T> {
  /** Resolves when `row` is durable, rejects with what kept it from being so. `bytes` is its size, roughly. */
  add(row: T, bytes: number): Promise<void>;
}

/** Takes the next group off the front of `waiting`: at least one row, then as many as the limits allow. */
function takeGroup<T>(waiting: Waiting<T>[], limits: GroupLimits): Waiting<T>[] {
  let bytes = 0;
  let count = 0;
  for (const { bytes: size } of waiting) {
    if (count >= limits.rows || (count > 0 && bytes + size > limits.bytes)) break;
    bytes += size;
    count += 1;
  }
  return waiting.splice(0, count);
}

async function writeAlone<T>(one: Waiting<T>, write: (rows: T[]) => Promise<void>): Promise<void> {
  try {
    await write([one.row]);
    one.resolve();
  } catch (error) {
    one.reject(error);
  }
}

async function writeGroup<T>(group: Waiting<T>[], write: (rows: T[]) => Promise<void>): Promise<void> {
  const [first, second] = group;
  if (first !== undefined && second === undefined) return await writeAlone(first, write);
  try {
    await write(group.map(({ row }) => row));
  } catch {
    // Whatever failed, each row now gets an answer of its own, and its caller the error that concerns it.
    await Promise.all(group.map((one) => writeAlone(one, write)));
    return;
  }
  for (const one of group) one.resolve();
}

/** Groups rows for `write`, which must store all rows it is given or none, and may be given a row again. */
export function groupCommit<T>(write: (rows: T[]) => Promise<void>, limits: GroupLimits): GroupCommit<T> {
  const waiting: Waiting<T>[] = [];
  let waitingBytes = 0;
  let running = false;

  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      // Replies that came in together continue within one turn of the loop: their rows share a statement.
      await turnOfTheLoop();
      const group = takeGroup(waiting, limits);
      for (const { bytes } of group) waitingBytes -= bytes;
      await writeGroup(group, write);
    }
    running = false;
  };

  return {
    add(row, bytes) {
      if (waiting.length >= limits.waitingRows || waitingBytes + bytes > limits.waitingBytes) {
        const fault = new ServiceError('unavailable', 'too many recalls are waiting to be recorded', {
          retryAfterSeconds: 1,
        });
        return Promise.reject(fault);
      }
      return new Promise((resolve, reject) => {
        waiting.push({ row, bytes, resolve, reject });
        waitingBytes += bytes;
        if (!running) void run();
      });
    },
  };
}

/** The open streams of this process: how many each principal has, and how all of them end when the process stops. */
import type { Runtime } from '../../platform/runtime.ts';

/** Most streams of one principal: a browser needs one, and a key may be used by several people. */
const MOST_PER_PRINCIPAL = 20;

interface Streams {
  /** Counts a stream, to be ended by `end`; returns how to forget it, or null where there are too many. */
  open(bucket: string, end: () => void): (() => void) | null;
  /** Ends every stream; none is opened after that. */
  close(): void;
}

/** The streams of this process. */
export function liveStreams(runtime: Runtime): Streams {
  return runtime.once('live.streams', createStreams);
}

function createStreams(): Streams {
  const byBucket = new Map<string, Set<() => void>>();
  let closed = false;
  return {
    open(bucket, end) {
      const open = byBucket.get(bucket) ?? new Set();
      if (closed || open.size >= MOST_PER_PRINCIPAL) return null;
      byBucket.set(bucket, open.add(end));
      return () => {
        open.delete(end);
        if (open.size === 0 && byBucket.get(bucket) === open) byBucket.delete(bucket);
      };
    },
    close() {
      closed = true;
      for (const end of [...byBucket.values()].flatMap((open) => [...open])) end();
    },
  };
}

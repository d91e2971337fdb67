/** Whose long document is read next: one at a time, and no tenant before all of another's. */
import PQueue from 'p-queue';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** So many of a tenant may wait; each keeps its text in memory, and takes some seconds at worst. */
const MOST_WAITING = 16;
const RETRY_AFTER_SECONDS = 10;

interface ReadingTurns {
  /** Does `read` when its turn comes; throws 429 where too many of the tenant wait. */
  take<Result>(tenant: string, read: () => Promise<Result>): Promise<Result>;
}

export function readingTurns(runtime: Runtime): ReadingTurns {
  return runtime.once('document-reading', () => newTurns());
}

function newTurns(): ReadingTurns {
  const queue = new PQueue({ concurrency: 1 });
  const underWay = new Map<string, number>();
  return {
    async take(tenant, read) {
      const before = underWay.get(tenant) ?? 0;
      if (before > MOST_WAITING) {
        throw new ServiceError('rate_limited', 'too many long documents of this tenant are being read', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      underWay.set(tenant, before + 1);
      try {
        // The first of a tenant goes before the second of any other, and so on.
        return await queue.add(read, { priority: -before });
      } finally {
        const left = (underWay.get(tenant) ?? 1) - 1;
        if (left === 0) underWay.delete(tenant);
        else underWay.set(tenant, left);
      }
    },
  };
}

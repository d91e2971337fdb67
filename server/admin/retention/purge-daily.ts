/** The purge by itself: once a day at the time of SERVICE_PURGE_AT, by one of any number of workers. */
import { DAY_MS } from '../../domain/time.ts';
import { withRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { purgeExpired } from './purge-expired.ts';
import { takePurge } from './store.ts';

/**
 * Purges where the time of day has passed and no worker has begun since; later on the day where none ran
 * then. Answers whether it purged. Once `stop` is aborted it begins nothing more; the next day goes on.
 */
export async function purgeDaily(runtime: Runtime, stop?: AbortSignal): Promise<boolean> {
  const { purgeAt } = runtime.config.retention;
  if (purgeAt === 'off') return false;
  const due = lastMomentAt(purgeAt, runtime.clock());
  const context = { requestId: runtime.newId('request'), clientAddress: 'worker', background: true } as const;
  return await withRequest(context, async () => {
    if (!(await takePurge(runtime.db.read, due))) return false;
    const removals = await purgeExpired(runtime, stop);
    runtime.log.info('retention.purged', {
      rows: Object.fromEntries(removals.map(({ kind, rows }) => [kind, rows])),
      whole: stop?.aborted !== true,
    });
    return true;
  });
}

/** The last moment at a time of day (`hh:mm`, UTC) that is not after `now`. */
function lastMomentAt(time: string, now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);
  return today <= now ? today : new Date(today.getTime() - DAY_MS);
}

/**
 * The two times of a memory. Valid time (valid from, invalid at) is the world's; transaction time (created, activated,
 * closed) is ours. A view as of a moment shows what was believed then: nothing that was released later, and
 * nothing that had been closed or had ceased to hold by then.
 */
import type { MemoryStatus } from './memory.ts';

/** The times that decide when a memory is seen. */
export interface MemoryTimes {
  validFrom: Date;
  invalidAt: Date | null;
  createdAt: Date;
  activatedAt: Date | null;
  closedAt: Date | null;
}

const by = (moment: Date | null, at: Date): boolean => moment !== null && moment.getTime() <= at.getTime();

/**
 * The status a memory had at a moment; null where it was not known yet, held only of a later time, or was closed without
 * ever having been believed.
 */
export function statusAt(times: MemoryTimes, at: Date): MemoryStatus | null {
  if (!by(times.createdAt, at)) return null;
  const ended = by(times.closedAt, at) || by(times.invalidAt, at);
  if (!by(times.activatedAt, at)) return ended ? null : 'pending';
  if (ended) return 'superseded';
  return by(times.validFrom, at) ? 'active' : null;
}

/** Nothing is older than this, and databases differ in what they can compare below it. */
const EPOCH = new Date(0);

/**
 * The moment that a view is of: what was asked, no later than now (the future is not known, so it shows the present) and
 * no earlier than the oldest moment that can be stored.
 */
export function viewMoment(asked: string | Date, now: Date): Date {
  const at = new Date(asked);
  if (at.getTime() >= now.getTime()) return now;
  return at.getTime() < EPOCH.getTime() ? EPOCH : at;
}

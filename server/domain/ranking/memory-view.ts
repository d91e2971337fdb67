/**
 * What one recall may see of an agent's memories: the newest of the user's and of those without a user. Counts,
 * sums and scores are taken over this view, so that nothing outside it has any influence.
 */
import type { MemoryIndex, Stretch } from './memory-index.ts';

/** Older memories than the newest so many that a recall may see are not considered. */
export const CONSIDERED_MEMORIES = 2_000;

/** A stretch of visible memories; `at` is its place in the arrays of one query. */
export interface View extends Stretch {
  readonly at: number;
  readonly isUsers: boolean;
}

const NOTHING: Stretch = { from: 0, to: 0 };

/** The user's stretch and the shared one, cut together to the newest considered; null has no stretch of its own. */
export function viewOf(index: MemoryIndex, userId: string | null): readonly View[] {
  const users = (userId === null ? undefined : index.stretches.get(userId)) ?? NOTHING;
  const shared = index.stretches.get(null) ?? NOTHING;
  const [own, common] = newest(index.times, users, shared);
  return [
    { from: own, to: users.to, at: 0, isUsers: true },
    { from: common, to: shared.to, at: users.to - own, isUsers: false },
  ];
}

/** Where the newest considered begin in either stretch; of equally old ones the user's stay. */
function newest(times: Float64Array, users: Stretch, shared: Stretch): [number, number] {
  let own = users.to;
  let common = shared.to;
  const size = users.to - users.from + shared.to - shared.from;
  if (size <= CONSIDERED_MEMORIES) return [users.from, shared.from];
  for (let left = CONSIDERED_MEMORIES; left > 0; left -= 1) {
    const ownTime = own > users.from ? (times[own - 1] ?? 0) : Number.NEGATIVE_INFINITY;
    const commonTime = common > shared.from ? (times[common - 1] ?? 0) : Number.NEGATIVE_INFINITY;
    if (ownTime >= commonTime) own -= 1;
    else common -= 1;
  }
  return [own, common];
}

/** How many memories a view holds. */
export function viewSize(views: readonly View[]): number {
  return views.reduce((sum, { from, to }) => sum + to - from, 0);
}

/**
 * What one recall may see of an agent's memories: the newest of the user's and of those without a user. Counts,
 * sums and scores are taken over this view, so that nothing outside it has any influence.
 */
import type { MemoryIndex, Stretch } from './memory-index.ts';

/** Older memories than the newest so many that a recall may see are not considered. */
export const CONSIDERED_MEMORIES = 2_000;

/** A stretch of visible memories of one index; `at` is its place in the arrays of one query. */
export interface View extends Stretch {
  readonly index: MemoryIndex;
  readonly at: number;
  readonly isUsers: boolean;
}

/**
 * The visible stretches of all indexes, cut together to the newest considered: the user's first, each group by
 * age, oldest first. Null has no memories of its own. Indexes must not share memories.
 */
export function selectView(indexes: readonly MemoryIndex[], userId: string | null): readonly View[] {
  const parts = [
    ...(userId === null ? [] : stretches(indexes, userId, true)),
    ...stretches(indexes, null, false),
  ];
  const starts = newestStarts(parts);
  const views: View[] = [];
  let at = 0;
  parts.forEach((part, place) => {
    const from = starts[place] ?? part.to;
    if (from < part.to) views.push({ ...part, from, at });
    at += part.to - from;
  });
  return views;
}

type Part = Omit<View, 'at'>;

function stretches(indexes: readonly MemoryIndex[], owner: string | null, isUsers: boolean): Part[] {
  const parts: Part[] = [];
  for (const index of indexes) {
    const stretch = index.stretches.get(owner);
    if (stretch) parts.push({ ...stretch, index, isUsers });
  }
  return parts.sort((a, b) => timeAt(a, a.from) - timeAt(b, b.from));
}

/** Where the newest considered begin in each part; of equally old ones the user's stay. */
function newestStarts(parts: readonly Part[]): number[] {
  const size = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  if (size <= CONSIDERED_MEMORIES) return parts.map(({ from }) => from);
  const starts = parts.map(({ to }) => to);
  for (let left = CONSIDERED_MEMORIES; left > 0; left -= 1) {
    let newest = -1;
    let newestTime = Number.NEGATIVE_INFINITY;
    parts.forEach((part, place) => {
      const start = starts[place] ?? 0;
      const time = start > part.from ? timeAt(part, start - 1) : Number.NEGATIVE_INFINITY;
      if (time > newestTime) [newest, newestTime] = [place, time];
    });
    if (newest >= 0) starts[newest] = (starts[newest] ?? 0) - 1;
  }
  return starts;
}

/** When the memory at a position was stored, in milliseconds since 1970. */
export function timeAt({ index }: { readonly index: MemoryIndex }, memory: number): number {
  return index.times[memory] ?? 0;
}

/** How many memories a view holds. */
export function viewSize(views: readonly View[]): number {
  return views.reduce((sum, { from, to }) => sum + to - from, 0);
}

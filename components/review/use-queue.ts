'use client';

/** The rows of the queue, never fetched again by themselves. A small query counts what is new until it is asked for. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { PAGED, useTRPC } from '../api/trpc.ts';
import { concerns, useLive } from '../api/use-live.ts';
import { filterOf, type QueueItem, type ReviewState } from './review-state.ts';

const PAGE = 50;

const momentOf = (item: QueueItem, tab: ReviewState['tab']) =>
  (tab === 'pending' || tab === 'all' ? item.createdAt : item.decidedAt) ?? item.createdAt;

export function useQueue(state: ReviewState, agentId: string | null) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const filters = filterOf(state, agentId);
  const { tab } = state;
  const input = { tab, order: state.order === '' ? null : state.order, ...filters };
  const list = useInfiniteQuery(
    trpc.changesets.queue.infiniteQueryOptions(
      { ...input, limit: PAGE },
      {
        ...PAGED,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    ),
  );
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const newest = trpc.changesets.queue.queryOptions({
    ...input,
    order: tab === 'decided' ? 'decided' : 'newest',
    limit: PAGE,
  });
  const peek = useQuery(newest);
  useLive((changes) => {
    if (!concerns(changes, 'changeset')) return;
    void cache.invalidateQueries({ queryKey: newest.queryKey });
    void cache.invalidateQueries({ queryKey: trpc.changesets.counts.pathKey() });
  });
  const newer = useNewer({ list, items, peek: peek.data?.items, tab });
  // The small query first: what it knows by then is not new to the list.
  const refresh = async () => {
    await peek.refetch();
    await list.refetch();
  };
  return { list, items, newer, refresh };
}

interface Compared {
  list: { data: unknown; isPlaceholderData: boolean };
  items: readonly QueueItem[];
  peek: readonly QueueItem[] | undefined;
  tab: ReviewState['tab'];
}

/** How many came after the list was read: later than anything known then, so that rows further down do not count. */
function useNewer({ list, items, peek, tab }: Compared): number {
  const known = useRef<{ of: unknown; latest: string } | null>(null);
  const first = (list.data as { pages?: unknown[] } | undefined)?.pages?.[0];
  if (first === undefined || list.isPlaceholderData || peek === undefined) return 0;
  if (known.current?.of !== first) {
    const moments = [...items, ...peek].map((item) => momentOf(item, tab));
    const latest = moments.sort().at(-1) ?? '';
    known.current = { of: first, latest };
  }
  const { latest } = known.current ?? { latest: '' };
  const listed = new Set(items.map(({ id }) => id));
  return peek.filter((item) => momentOf(item, tab) > latest && !listed.has(item.id)).length;
}

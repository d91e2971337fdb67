/**
 * The slice of the log that the filters mean, and how many entries came since it was read. What came is counted beside
 * the rows, never put among them: nothing moves under a reader's eyes.
 */
'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useLive } from '../api/use-live.ts';
import type { AuditFilter } from './audit-state.ts';

/** More than that many new entries are told as "100+". */
export const MOST_NEW = 100;

export function useAudit(filter: AuditFilter) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const log = useInfiniteQuery(
    trpc.audit.search.infiniteQueryOptions(filter, {
      getNextPageParam: (page) => page.nextCursor,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    }),
  );
  const rows = log.data?.pages.flatMap((page) => page.items) ?? [];
  const [newest] = rows;
  const since = trpc.audit.search.queryOptions({
    ...filter,
    from: newest?.at ?? filter.from,
    limit: MOST_NEW,
  });
  const fresh = useQuery({ ...since, enabled: log.isSuccess });
  useLive(() => void cache.invalidateQueries({ queryKey: since.queryKey }));
  const shown = new Set(rows.map(({ id }) => id));
  const came = fresh.data?.items.filter(({ id }) => !shown.has(id)).length ?? 0;
  const showNew = () => {
    const key = trpc.audit.search.infiniteQueryKey(filter);
    return cache.resetQueries({ queryKey: key });
  };
  return { log, rows, came, showNew };
}

'use client';

/** One list of memories, page by page. It tells of changes elsewhere and moves nothing by itself. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Inputs, OFTEN, type Outputs, PAGED, useTRPC } from '../api/trpc.ts';

/** Memories that this tab changed a moment ago, so that its own change is not shown as news. */
const own = new Map<string, number>();
const OWN_MS = 30_000;

/** Called before the change is sent. */
export function noteOwnChange(id: string): void {
  own.set(id, Date.now());
}

type Page = Outputs['memories']['list'];

/** What a reader would see change by others: which memories there are, and what became of them. */
const lookOf = (page: Page | undefined) =>
  JSON.stringify(
    page?.items
      .filter(({ id }) => Date.now() - (own.get(id) ?? 0) > OWN_MS)
      .map(({ id, status, invalidAt: ended }) => [id, status, ended]),
  );

/** `changed` says that the list would look otherwise if it were read again, which `refresh` does. */
export function useMemories(input: NonNullable<Inputs['memories']['list']>) {
  const trpc = useTRPC();
  const list = useInfiniteQuery(trpc.memories.list.infiniteQueryOptions(input, PAGED));
  const newest = useQuery(trpc.memories.list.queryOptions(input, { ...OFTEN, enabled: list.isSuccess }));
  const isNewer = newest.dataUpdatedAt > list.dataUpdatedAt;
  const changed = isNewer && lookOf(newest.data) !== lookOf(list.data?.pages[0]);
  return {
    list,
    rows: list.data?.pages.flatMap(({ items }) => items) ?? [],
    changed,
    refresh: () => void list.refetch(),
  };
}

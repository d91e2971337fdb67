/** One list of memories, page by page, which tells of changes elsewhere instead of moving under the reader's cursor. */
'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Inputs, useTRPC } from '../api/trpc.ts';
import { concerns, useLive } from '../api/use-live.ts';
import { expectsEcho } from './own-changes.ts';

/** `changed` says that somebody else changed memories since the list was read; `refresh` reads it again. */
export function useMemories(input: NonNullable<Inputs['memories']['list']>) {
  const trpc = useTRPC();
  const [changed, setChanged] = useState(false);
  const list = useInfiniteQuery(
    trpc.memories.list.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
  useLive((changes) => {
    const others = changes.filter(({ id }) => !expectsEcho(id));
    if (concerns(others, 'memory') && list.data !== undefined) setChanged(true);
  });
  const refresh = () => {
    setChanged(false);
    void list.refetch();
  };
  return { list, rows: list.data?.pages.flatMap(({ items }) => items) ?? [], changed, refresh };
}

'use client';

/** One list of memories, page by page. It tells of changes elsewhere and moves nothing by itself. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Inputs, type Outputs, PAGED, useTRPC, useTRPCClient } from '../api/trpc.ts';
import { concerns, useLive } from '../api/use-live.ts';

// Which memories this tab changed itself a moment ago, so that the echo of it is not shown as news.

const own = new Map<string, number>();
const ECHO_MS = 30_000;

/** Called before the change is sent, since its echo may be faster than its answer. */
export function noteOwnChange(id: string): void {
  own.set(id, Date.now());
}

/** Whether news of `id` is the echo of this tab's own change. */
function expectsEcho(id: string): boolean {
  const at = own.get(id);
  return at !== undefined && Date.now() - at < ECHO_MS;
}

type Page = Outputs['memories']['list'];

/** What a reader would see change: which memories there are, and what became of them. */
const lookOf = (page: Page | undefined) =>
  JSON.stringify(page?.items.map(({ id, status, invalidAt: ended }) => [id, status, ended]));

/** `changed` says that the list would look otherwise if it were read again, which `refresh` does. */
export function useMemories(input: NonNullable<Inputs['memories']['list']>) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [changed, setChanged] = useState(false);
  const list = useInfiniteQuery(trpc.memories.list.infiniteQueryOptions(input, PAGED));
  const first = list.data?.pages[0];
  useLive((changes) => {
    const others = changes.filter(({ id }) => !expectsEcho(id));
    if (first === undefined || !concerns(others, 'memory')) return;
    client.memories.list.query(input).then(
      (now) => setChanged(lookOf(now) !== lookOf(first)),
      // Not knowing is no reason to alarm; the list's own errors are told in its place.
      () => undefined,
    );
  });
  const refresh = () => {
    setChanged(false);
    void list.refetch();
  };
  return { list, rows: list.data?.pages.flatMap(({ items }) => items) ?? [], changed, refresh };
}

/** The whole behaviour of the review queue: where the reviewer is, what is marked, and what a decision leads to. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import type { Decided } from '../changesets/decision.ts';
import { useAgent, useAgentHref } from '../url/use-agent.ts';
import { useUrlState } from '../url/use-url-state.ts';
import { neighbour, upcoming } from './next-item.ts';
import { REVIEW_STATE } from './review-state.ts';
import { useQueue } from './use-queue.ts';
import { useVerdicts } from './verdicts.ts';

/** Changesets that are fetched before they are asked for. */
const AHEAD = 2;
/** Rows before the end at which the next page is fetched. */
const NEAR_END = 10;

export type Review = ReturnType<typeof useReview>;

export function useReview() {
  const [agentId] = useAgent();
  const [state, change, hrefFor] = useUrlState(REVIEW_STATE);
  const queue = useQueue(state, agentId);
  const { items } = queue;
  const ids = items.map(({ id }) => id);
  const isPending = (id: string) => items.some((item) => item.id === id && item.status === 'pending');
  const { verdicts, note, settle } = useVerdicts(isPending);
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  /** The changeset whose heading is to be focused once it is there. */
  const [focusOn, setFocusOn] = useState<string | null>(null);
  const open = (id: string) => isPending(id) && !verdicts.has(id);
  const walk = { ids, open, skipped };
  const current = state.id === '' ? (upcoming(walk, null, 1)[0] ?? ids[0] ?? null) : state.id;
  const ahead = upcoming(walk, current, AHEAD);
  usePrefetch(ahead);
  const go = (id: string | null) => {
    if (id !== null) change({ id }, { history: 'replace' });
  };
  const advance = (from: string, behind: ReadonlySet<string> = skipped) => {
    const next = upcoming({ ...walk, skipped: behind }, from, 1)[0] ?? null;
    setFocusOn(next ?? from);
    go(next ?? from);
    return next;
  };
  useNearEnd(ids.indexOf(current ?? ''), ids.length, queue.list);
  const onDecided = (decided: Decided) => {
    note(decided);
    const next = advance(decided.id);
    decided.settled.catch(() => {
      // Back to what was refused, unless the reviewer has moved on from where the decision led.
      const at = new URLSearchParams(window.location.search).get('id');
      if (next !== null && at === next) {
        setFocusOn(decided.id);
        go(decided.id);
      }
    });
  };
  const skip = () => {
    if (current === null) return;
    const behind = new Set(skipped).add(current);
    setSkipped(behind);
    advance(current, behind);
  };
  return {
    ...{ state, change, hrefFor, queue, ids, verdicts, settle, open, skipped, current, focusOn },
    ...{
      go,
      skip,
      onDecided,
      step: (by: 1 | -1) => go(neighbour(ids, current, by)),
      openPage: useOpenPage(),
    },
  };
}

function useOpenPage(): (id: string) => void {
  const router = useRouter();
  const hrefOf = useAgentHref();
  return (id) => router.push(hrefOf(`/changesets/${id}`));
}

/** The next ones are read while the reviewer reads this one. */
function usePrefetch(ids: readonly string[]): void {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const wanted = ids.join(' ');
  const fetch = useCallback(() => {
    for (const id of wanted === '' ? [] : wanted.split(' ')) {
      void cache.prefetchQuery(trpc.changesets.detail.queryOptions({ id }));
    }
  }, [wanted, cache, trpc]);
  useEffect(fetch, [fetch]);
}

interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

function useNearEnd(
  at: number,
  length: number,
  { hasNextPage, isFetchingNextPage, fetchNextPage }: Paged,
): void {
  const due = at >= length - NEAR_END && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (due) void fetchNextPage();
  }, [due, fetchNextPage]);
}

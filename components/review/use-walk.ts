/**
 * A reviewer's walk through the queue, beside the list and on a changeset's own page alike: what comes next, what was put off,
 * what was decided since the rows were read, and where a decision leads.
 */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import type { Decided } from '../changesets/decide/decision.ts';
import { createStore, useStore } from '../ui/toasts.ts';
import { neighbour, upcoming } from './next-item.ts';
import { type ReviewState, shownIn } from './review-state.ts';
import { useQueue } from './use-queue.ts';
import { useVerdicts } from './verdicts.ts';

/** Changesets that are fetched before they are asked for. */
const AHEAD = 2;
/** Rows before the end at which the next page is fetched. */
const NEAR_END = 10;

/** What the reviewer skipped, on whichever page. */
const putOff = createStore<ReadonlySet<string>>(new Set());

interface Walk {
  state: ReviewState;
  agentId: string | null;
  /** The changeset that the address names; null for the first that waits. */
  at: string | null;
  /** Makes the address name another. */
  show: (id: string) => void;
}

export function useWalk({ state, agentId, at, show }: Walk) {
  const queue = useQueue(state, agentId);
  const { items } = queue;
  const ids = items.map(({ id }) => id);
  const isPending = (id: string) => items.some((item) => item.id === id && item.status === 'pending');
  const { verdicts, note, settle } = useVerdicts(isPending);
  const skipped = useStore(putOff);
  /** The changeset whose heading is to be focused once it is there. */
  const [focusOn, setFocusOn] = useState<string | null>(null);
  const open = (id: string) => isPending(id) && !verdicts.has(id);
  const walk = { ids, open, skipped };
  const current = at ?? upcoming(walk, null, 1)[0] ?? ids[0] ?? null;
  usePrefetch(upcoming(walk, current, AHEAD));
  useNearEnd(ids.indexOf(current ?? ''), ids.length, queue.list);
  const lead = (to: string) => {
    setFocusOn(to);
    show(to);
  };
  const advance = (from: string, behind: ReadonlySet<string> = skipped) => {
    const next = upcoming({ ...walk, skipped: behind }, from, 1)[0] ?? null;
    lead(next ?? from);
    return next;
  };
  const onDecided = (decided: Decided) => {
    note(decided);
    const next = advance(decided.id);
    decided.settled.catch(() => {
      // Back to what was refused, unless the reviewer has moved on from where the decision led.
      if (next !== null && shownIn(window.location) === next) lead(decided.id);
    });
  };
  const skip = () => {
    if (current === null) return;
    putOff.set(new Set(skipped).add(current));
    advance(current, putOff.get());
  };
  const beside = (by: 1 | -1) => neighbour(ids, current, by);
  return { queue, ids, verdicts, settle, open, skipped, current, focusOn, lead, skip, onDecided, beside };
}

/** The next ones are read while the reviewer reads this one. */
function usePrefetch(ids: readonly string[]): void {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const wanted = ids.join(' ');
  useEffect(() => {
    for (const id of wanted === '' ? [] : wanted.split(' ')) {
      void cache.prefetchQuery(trpc.changesets.detail.queryOptions({ id }));
    }
  }, [wanted, cache, trpc]);
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

'use client';

/** How a reviewer goes through the queue: what comes next, what was put off, and where a decision leads. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { OFTEN_PAGED, useTRPC } from '../api/trpc.ts';
import type { Decided } from '../changesets/decide/decision.ts';
import { useTakenBack } from '../changesets/decide/use-undo.ts';
import { createStore, useStore } from '../ui/overlays/toasts.ts';
import { filterOf, queryOf, type ReviewState, shownIn } from './review-state.ts';
import { useVerdicts } from './verdicts.ts';

/** Changesets that are fetched before they are required. */
const AHEAD = 2;
/** Rows before the end at which the next page is fetched. */
const NEAR_END = 10;

/** What the reviewer skipped, on whichever page. */
const putOff = createStore<ReadonlySet<string>>(new Set());

interface NavigationOptions {
  state: ReviewState;
  agentId: string | null;
  /** The changeset that the address names; null for the first that waits. */
  at: string | null;
  /** Makes the address name another. */
  show: (id: string) => void;
}

export function useQueueNavigation({ state, agentId, at, show }: NavigationOptions) {
  const queue = useQueue(state, agentId);
  const { items } = queue;
  const ids = items.map(({ id }) => id);
  const isPending = (id: string) => items.some((item) => item.id === id && item.status === 'pending');
  const { verdicts, note, record } = useVerdicts();
  const skipped = useStore(putOff);
  /** The changeset whose heading is to be focused once it is there. */
  const [focusOn, setFocusOn] = useState<string | null>(null);
  const open = (id: string) => isPending(id) && !verdicts.has(id);
  const waiting = { ids, open, skipped };
  const first = upcoming(waiting, null, 1)[0] ?? ids[0] ?? null;
  const settled = !queue.list.isPlaceholderData;
  const current = usePinned(at, first, { of: queryOf(state, agentId), settled });
  usePrefetch(upcoming(waiting, current, AHEAD));
  useNearEnd(ids.indexOf(current ?? ''), ids.length, queue.list);
  const lead = (to: string) => {
    setFocusOn(to);
    show(to);
  };
  const advance = (from: string, behind: ReadonlySet<string> = skipped) => {
    const next = upcoming({ ...waiting, skipped: behind }, from, 1)[0] ?? null;
    lead(next ?? from);
    return next;
  };
  const onDecided = (decided: Decided) => {
    note(decided);
    const next = advance(decided.id);
    decided.answer.catch(() => {
      // Back to what was refused, unless the reviewer has moved on from where the decision led.
      if (next !== null && shownIn(window.location) === next) lead(decided.id);
    });
  };
  // What was decided by mistake is on the screen again, to be decided otherwise.
  useTakenBack(([first]) => (first === undefined ? undefined : lead(first)));
  const skip = () => {
    if (current === null) return;
    putOff.set(new Set(skipped).add(current));
    advance(current, putOff.get());
  };
  const beside = (by: 1 | -1) => neighbour(ids, current, by);
  return { queue, ids, verdicts, record, open, skipped, current, focusOn, lead, skip, onDecided, beside };
}

/**
 * What the address names, else the `first` of the list `of` these filters as it was when that was read: what others propose
 * meanwhile must not take the place of what is being read. `settled`: no other list is shown in its place.
 */
function usePinned(
  at: string | null,
  first: string | null,
  { of, settled }: { of: string; settled: boolean },
) {
  const [pinned, setPinned] = useState<{ of: string; id: string } | null>(null);
  const known = pinned?.of === of ? pinned.id : null;
  if (known === null && first !== null && settled) setPinned({ of, id: first });
  return at ?? known ?? first;
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

/** Which changeset comes next. Pure, since "decide and advance" must never show one that is decided already. */
interface Queue {
  /** Ids in the order of the list. */
  ids: readonly string[];
  /** Whether an id still waits for a decision. */
  open: (id: string) => boolean;
  /** Put off by the reviewer: they come last. */
  skipped: ReadonlySet<string>;
}

/** The `count` ids after `from`: those further down first, then from the top, then skipped ones. */
export function upcoming({ ids, open, skipped }: Queue, from: string | null, count: number): string[] {
  const at = from === null ? -1 : ids.indexOf(from);
  const around = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))].filter(open);
  const fresh = around.filter((id) => !skipped.has(id));
  const put = around.filter((id) => skipped.has(id));
  return [...fresh, ...put].slice(0, count);
}

/** The neighbour in the list, decided or not; the same at its ends, the first where `from` is not in it. */
export function neighbour(ids: readonly string[], from: string | null, step: 1 | -1): string | null {
  const at = from === null ? -1 : ids.indexOf(from);
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)] ?? null;
}

const PAGE = 50;

function useQueue(state: ReviewState, agentId: string | null) {
  const trpc = useTRPC();
  const { tab, order } = state;
  const input = { tab, order: order === '' ? null : order, ...filterOf(state, agentId), limit: PAGE };
  const list = useInfiniteQuery(trpc.changesets.queue.infiniteQueryOptions(input, OFTEN_PAGED));
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  return { list, items };
}

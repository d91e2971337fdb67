'use client';

/** How a reviewer goes through the queue: what comes next, what was put off, and where a decision leads. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import type { Decided } from '../changesets/decide/decision.ts';
import { useTakenBack } from '../changesets/decide/use-undo.ts';
import { createStore, useStore } from '../ui/overlays/toasts.ts';
import { type ReviewState, shownIn } from './review-state.ts';
import { useQueue } from './use-queue.ts';
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
  const { verdicts, note, record } = useVerdicts(isPending);
  const skipped = useStore(putOff);
  /** The changeset whose heading is to be focused once it is there. */
  const [focusOn, setFocusOn] = useState<string | null>(null);
  const open = (id: string) => isPending(id) && !verdicts.has(id);
  const waiting = { ids, open, skipped };
  const current = at ?? upcoming(waiting, null, 1)[0] ?? ids[0] ?? null;
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

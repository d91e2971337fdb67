'use client';

/** The review queue with its list: the navigation as the address of the list has it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type RefObject, useEffect } from 'react';
import { OFTEN, useTRPC } from '../api/trpc.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { useAllowed } from '../shell/viewer.ts';
import type { Selection } from '../ui/layout/use-selection.ts';
import { startOfDay } from '../ui/text/clock.ts';
import { useNow } from '../ui/text/use-time.ts';
import { useAgent, useUrlState } from '../url/use-url-state.ts';
import { filterOf, pageOf, REVIEW_STATE, type ReviewState } from './review-state.ts';
import { useQueueNavigation } from './use-queue-navigation.ts';

export type Review = ReturnType<typeof useReview>;

/** Pages that are read for a selection of all. */
const MOST_PAGES = 20;

export function useReview() {
  const router = useRouter();
  const [agentId] = useAgent();
  const [state, change, hrefFor] = useUrlState(REVIEW_STATE);
  const show = (id: string) => change({ id }, { history: 'replace' });
  const navigation = useQueueNavigation({ state, agentId, at: state.id === '' ? null : state.id, show });
  const step = (by: 1 | -1) => {
    const id = navigation.beside(by);
    if (id !== null) show(id);
  };
  const pageHref = (id: string) => pageOf(id, state, agentId);
  const openPage = (id: string) => router.push(pageHref(id));
  /** Reads the list to its end; the ids of what is pending in it. */
  const loadAll = async (): Promise<string[]> => {
    let { list } = navigation.queue;
    for (let page = 0; list.hasNextPage && page < MOST_PAGES; page += 1) list = await list.fetchNextPage();
    const items = list.data?.pages.flatMap((page) => page.items) ?? [];
    return items.filter(({ status }) => status === 'pending').map(({ id }) => id);
  };
  return { ...navigation, state, change, hrefFor, show, step, pageHref, openPage, loadAll };
}

/** The numbers above the queue; kept current. */
export function useCounts(state: ReviewState) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const { zone } = usePreferences().reader;
  const since = new Date(startOfDay(useNow(), zone)).toISOString();
  return useQuery(
    trpc.changesets.counts.queryOptions(
      { ...filterOf(state, agentId), since },
      { placeholderData: keepPreviousData, ...OFTEN },
    ),
  );
}

/** The keys of the list; those of a decision belong to the decision bar. */
export function useReviewKeys(
  review: Review,
  selection: Selection,
  bulk: (what: 'approve' | 'reject') => void,
) {
  const { ids, current, step, show, beside } = review;
  const some = ids.length > 0;
  const may = useAllowed('review') && selection.selected.length > 0;
  useShortcut('list.next', () => step(1), { enabled: some });
  useShortcut('list.previous', () => step(-1), { enabled: some });
  useShortcut('list.open', () => current !== null && review.openPage(current), { enabled: some });
  useShortcut('change.skip', review.skip, { enabled: some });
  useShortcut('list.select', () => current !== null && selection.toggle(current), { enabled: some });
  const extend = (by: 1 | -1) => {
    const next = beside(by);
    if (current !== null) selection.set(current, true);
    if (next === null) return;
    selection.set(next, true);
    show(next);
  };
  useShortcut('list.extend-next', () => extend(1), { enabled: some });
  useShortcut('list.extend-previous', () => extend(-1), { enabled: some });
  useShortcut('list.approve', () => bulk('approve'), { enabled: may });
  useShortcut('list.reject', () => bulk('reject'), { enabled: may });
}

/** Whether there is room for a changeset beside the list: 1280 px, as everywhere in the dashboard. */
export function useWide(): boolean {
  return usePreferences().reader.wide;
}

// Where a decision leads, the focus follows: to the heading of the changeset that is on screen then.

/** Focuses the heading inside of `place` as soon as it is there; `id` is the changeset to focus, null for none. */
export function useHeadingFocus(place: RefObject<HTMLElement | null>, id: string | null): void {
  useEffect(() => {
    const root = place.current;
    if (root === null || id === null) return;
    const aim = () => {
      const heading = root.querySelector('h1, [data-changeset-heading]');
      if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
      return heading !== null;
    };
    if (aim()) return;
    // Not read yet: as soon as it is there.
    const observer = new MutationObserver(() => {
      if (aim()) observer.disconnect();
    });
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [place, id]);
}

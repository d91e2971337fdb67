/** The keys of the list; those of a decision belong to the decision bar. */
'use client';

import { useShortcut } from '../keyboard/use-shortcut.ts';
import { useAllowed } from '../shell/viewer.ts';
import type { Review } from './use-review.ts';
import type { Selection } from './use-selection.ts';

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

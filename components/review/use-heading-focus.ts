/** Where a decision leads, the focus follows: to the heading of the changeset that is on screen then. */
'use client';

import { type RefObject, useEffect } from 'react';

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

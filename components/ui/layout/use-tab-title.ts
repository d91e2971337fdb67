'use client';

import { useLayoutEffect } from 'react';

/** Names the browser's tab after what a page shows; null leaves the title that the page's route has. */
export function useTabTitle(title: string | null): void {
  useLayoutEffect(() => {
    if (title === null) return;
    const shown = `${title} · Whetstone`;
    let ofRoute = document.title;
    const write = () => {
      if (document.title === shown) return;
      ofRoute = document.title;
      document.title = shown;
    };
    write();
    // React adds the title of the route only when it takes over the page's metadata, after the page itself.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title === shown) document.title = ofRoute;
    };
  }, [title]);
}

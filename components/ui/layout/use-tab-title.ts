'use client';

import { useEffect } from 'react';

/** Names the browser's tab after what a page shows; null leaves the title that the page's route has. */
export function useTabTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Whetstone`;
  }, [title]);
}

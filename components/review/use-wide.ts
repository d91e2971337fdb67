/** Whether there is room for a changeset beside the list: 1280 px, as everywhere in the dashboard. */
'use client';

import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 80rem)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  );
}

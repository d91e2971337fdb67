/**
 * The query that this tab has just written into its address and the router has not read yet. The router follows the
 * address in a transition, some frames later; a key pressed in between must already find what the key before it chose.
 */
'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../ui/store.ts';

interface Written {
  path: string;
  /** Without the question mark, as `URLSearchParams` writes it. */
  query: string;
}

const written = createStore<Written | null>(null);

/** Only while the address still says it: Back and links lead elsewhere. */
function unread(): string | null {
  const { pathname, search } = window.location;
  const last = written.get();
  if (last === null || last.path !== pathname) return null;
  return new URLSearchParams(search).toString() === last.query ? last.query : null;
}

const onServer = () => null;

/** Puts `query` into the address of this page; all who read the address see it in the same frame. */
export function writeAddress(query: string, history: 'push' | 'replace'): void {
  const { pathname } = window.location;
  const address = query === '' ? pathname : `?${query}`;
  if (history === 'replace') window.history.replaceState(null, '', address);
  else window.history.pushState(null, '', address);
  written.set({ path: pathname, query });
}

/** What the address says: what was written last, or else what the router `read`. */
export function useNewestQuery(read: string): string {
  const newest = useSyncExternalStore(written.subscribe, unread, onServer);
  useEffect(() => {
    if (read === written.get()?.query) written.set(null);
  }, [read]);
  return newest ?? read;
}

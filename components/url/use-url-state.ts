'use client';

/**
 * The hook of a page's state in its address. Changes need no round trip, and count from the moment they are
 * made.
 */
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createStore } from '../ui/overlays/toasts.ts';
import { readUrlState, text, type UrlSchema, type UrlState, urlSchema, writeUrlState } from './state.ts';

/**
 * The query that this tab has just written into its address and the router has not read yet. The router
 * follows the address in a transition, some frames later; a key pressed in between must already find what the
 * key before it chose.
 */

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
function useNewestQuery(read: string): string {
  const newest = useSyncExternalStore(written.subscribe, unread, onServer);
  useEffect(() => {
    if (read === written.get()?.query) written.set(null);
  }, [read]);
  return newest ?? read;
}

type Change<State> = (changes: Partial<State>, how?: { history: 'push' | 'replace' }) => void;

/**
 * `[state, change, hrefFor]`: what the address says by `schema` (keep it outside the component), a way to
 * change it (`push` by default, so that Back undoes it; `replace` for typing), and the address that a link
 * would lead to.
 */
export function useUrlState<Schema extends UrlSchema>(
  schema: Schema,
): [UrlState<Schema>, Change<UrlState<Schema>>, (changes: Partial<UrlState<Schema>>) => string] {
  const query = useNewestQuery(useSearchParams().toString());
  const path = usePathname();
  const state = useMemo(() => readUrlState(schema, new URLSearchParams(query)), [schema, query]);
  const hrefFor = useCallback(
    (changes: Partial<UrlState<Schema>>) => {
      const written = writeUrlState(schema, new URLSearchParams(query), changes);
      return written === '' ? path : `${path}?${written}`;
    },
    [schema, query, path],
  );
  const change: Change<UrlState<Schema>> = useCallback(
    (changes, { history } = { history: 'push' }) => {
      // Read again: two changes in one event must not undo each other.
      const current = new URLSearchParams(window.location.search);
      writeAddress(writeUrlState(schema, current, changes), history);
    },
    [schema],
  );
  return [state, change, hrefFor];
}

/**
 * The agent that the top bar has picked: part of every page's address, kept when one goes from page to page.
 */

const SCHEMA = urlSchema({ agent: text(64) });

/** The picked agent's id (`*` is what all agents share), or null for all; and the way to pick another. */
export function useAgent(): [string | null, (agent: string | null) => void] {
  const [{ agent }, change] = useUrlState(SCHEMA);
  return [agent === '' ? null : agent, (picked) => change({ agent: picked ?? '' })];
}

/** Makes an address of the dashboard that keeps the picked agent: `hrefOf('/skills')`. */
export function useAgentHref(): (path: string) => string {
  const agent = useSearchParams().get('agent');
  return (path) => {
    if (agent === null) return path;
    return `${path}${path.includes('?') ? '&' : '?'}agent=${encodeURIComponent(agent)}`;
  };
}

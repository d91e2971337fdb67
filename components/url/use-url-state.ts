/** The hook of a page's state in its address. Changes need no round trip, and count from the moment they are made. */
'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import type { UrlSchema } from './fields.ts';
import { readUrlState, type UrlState, writeUrlState } from './state.ts';
import { useNewestQuery, writeAddress } from './unread-address.ts';

type Change<State> = (changes: Partial<State>, how?: { history: 'push' | 'replace' }) => void;

/**
 * `[state, change, hrefFor]`: what the address says by `schema` (keep it outside the component), a way to change it
 * (`push` by default, so that Back undoes it; `replace` for typing), and the address that a link would lead to.
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
      // Read anew: two changes in one event must not undo each other.
      const current = new URLSearchParams(window.location.search);
      writeAddress(writeUrlState(schema, current, changes), history);
    },
    [schema],
  );
  return [state, change, hrefFor];
}

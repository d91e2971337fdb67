'use client';

import { type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { concerns, useLive } from './use-live.ts';

/** Loads parts of the interface again, such as `[trpc.keys]`, where things of `types` have changed. */
export function useLiveQueries(
  types: readonly string[],
  parts: readonly { pathFilter: () => QueryFilters }[],
): void {
  const cache = useQueryClient();
  useLive((changes) => {
    if (!concerns(changes, ...types)) return;
    for (const part of parts) void cache.invalidateQueries(part.pathFilter());
  });
}

/** Keeps what is shown of canaries current: their evidence comes with runs, their ends with changesets. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { concerns, useLive } from '../api/use-live.ts';

export function useLiveCanaries(): void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  useLive((changes) => {
    if (!concerns(changes, 'episode', 'changeset', 'skill')) return;
    void queries.invalidateQueries({ queryKey: trpc.canaries.pathKey() });
  });
}

/** Whether the dashboard hears of changes: asked of the gateway itself, at rest while the tab is hidden. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTRPC } from '../api/trpc.ts';

export type LiveState = 'live' | 'reconnecting' | 'paused';

const ASK_MS = 10_000;

function onVisibility(heard: () => void): () => void {
  document.addEventListener('visibilitychange', heard);
  return () => document.removeEventListener('visibilitychange', heard);
}

export function useLiveState(): LiveState {
  const trpc = useTRPC();
  const hidden = useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  );
  const { isError, failureCount } = useQuery(
    trpc.session.me.queryOptions(undefined, { refetchInterval: ASK_MS, retry: false }),
  );
  if (hidden) return 'paused';
  return isError || failureCount > 0 ? 'reconnecting' : 'live';
}

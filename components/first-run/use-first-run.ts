/** Whether the first steps are to be shown: until something was proposed, or until the viewer has put them away. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { useViewer } from '../shell/viewer.ts';

const WAITING_MS = 2000;
const CALM_MS = 15_000;
const AWAY = 'away';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** A choice of this browser, by tenant. */
function useDismissed(): [boolean, () => void] {
  const name = `whetstone-first-run:${useViewer().tenant}`;
  const dismissed = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(name) === AWAY,
    () => false,
  );
  const dismiss = () => {
    localStorage.setItem(name, AWAY);
    for (const listener of listeners) listener();
  };
  return [dismissed, dismiss];
}

/** How far the steps are. Episodes are not announced, so it asks while it waits for one. */
export function useSteps(enabled: boolean) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.overview.firstRun.queryOptions(),
    enabled,
    refetchInterval: ({ state }) => {
      if (state.data === undefined || state.data.proposed) return false;
      return state.data.firstEpisode === null || !state.data.recalled ? WAITING_MS : CALM_MS;
    },
  });
}

/** `start` is null unless the steps are to be shown by themselves; a rule that was written here keeps them until they are put away. */
export function useFirstRun() {
  const [dismissed, dismiss] = useDismissed();
  const [wrote, setWrote] = useState(false);
  const { data } = useSteps(!dismissed);
  const over = dismissed || data === undefined || (data.proposed && !wrote);
  return { start: over ? null : data, dismiss, keep: () => setWrote(true) };
}

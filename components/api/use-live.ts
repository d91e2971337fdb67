'use client';

/** What changes elsewhere, as pages use it: a state to show, and a call for each group of changes. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { type Change, type LiveState, liveLink } from './live-link.ts';

const onServer = (): LiveState => 'opening';
const subscribe = (listener: () => void) => liveLink().onState(listener);
const current = () => liveLink().state();

/** Whether this tab hears of changes. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, current, onServer);
}

/** Calls `onChange` with what changed; `*` as type and id means that anything may have. */
export function useLive(onChange: (changes: Change[]) => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => liveLink().onChange((changes) => latest.current(changes)), []);
}

/** Whether `changes` may concern things of one of `types`. */
export function concerns(changes: readonly Change[], ...types: string[]): boolean {
  return changes.some(({ type }) => type === '*' || types.includes(type));
}

// Keeps what is measured current. Decisions and feedback are announced and followed at a modest rate, since
// measuring costs more than reading; runs are recorded too often to be announced, so it is also loaded again
// once a minute.

const LEAST_PAUSE_MS = 10_000;
const EVERY_MS = 60_000;

/** Loads again all that is shown under `queryKey`: at once, or as soon as the last time is ten seconds ago. */
export function useLiveMeasures(queryKey: QueryKey): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  const ask = () => {
    timer.current = undefined;
    asked.current = Date.now();
    void queries.invalidateQueries({ queryKey });
  };
  const askSoon = () => {
    timer.current ??= setTimeout(ask, Math.max(0, asked.current + LEAST_PAUSE_MS - Date.now()));
  };
  useLive((changes) => {
    if (concerns(changes, 'episode', 'changeset', 'skill')) askSoon();
  });
  const onMinute = useEffectEvent(() => (document.hidden ? undefined : askSoon()));
  useEffect(() => {
    const polling = setInterval(() => onMinute(), EVERY_MS);
    return () => {
      clearInterval(polling);
      clearTimeout(timer.current);
    };
  }, []);
}

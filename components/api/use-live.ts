/** What changes elsewhere, as pages use it: a state to show, and a call for each group of changes. */
'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type Change, type LiveState, liveLink } from './live-link.ts';

const onServer = (): LiveState => 'reconnecting';
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

/**
 * A value that outlives the views that show it: a view makes room for the next one at once, and what a person has begun in
 * it must not go with it. It lasts until the page is loaded anew, which signing out does.
 */
'use client';

import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  /** Takes the next value and tells whoever shows it; values are replaced, never changed in place. */
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What the store holds now. */
export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, get);
}

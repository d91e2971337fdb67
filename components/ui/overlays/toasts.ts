'use client';

/** How any component says something in passing. */
import { createContext, useContext, useSyncExternalStore } from 'react';

export interface Toast {
  title: string;
  detail?: string;
  tone?: 'plain' | 'good' | 'danger';
  /** How long it stays, in ms; 6 s by default. */
  stays?: number;
  action?: { label: string; run: () => void };
}

/** A toast that is shown, distinguished by its number. */
export interface KeptToast extends Toast {
  id: number;
}

export const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** `toast({ title: 'Applied as v8', action: { label: 'Roll back to v7', run } })`. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

interface Store<T> {
  get(): T;
  /** Takes the next value and notifies the views that show it; values are replaced, never changed in place. */
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

/**
 * A value that outlives the views that show it: a view makes room for the next one at once, and what a person
 * has begun in it must not go with it. It lasts until the page is reloaded, which signing out does.
 */
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

/**
 * The one decision that can be taken back right now. It outlives the changeset's own view, which makes room for the next
 * one at once, so it is kept outside of the components.
 */
'use client';

import { useSyncExternalStore } from 'react';

/** How long a rollback is offered. */
export const UNDO_MS = 10_000;

/** `label` says what is done: an undo is a new version, never history rewritten. */
interface UndoOffer {
  label: string;
  run: () => void;
}

let current: UndoOffer | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: UndoOffer | null): void {
  current = next;
  clearTimeout(timer);
  if (next !== null) timer = setTimeout(() => become(null), UNDO_MS);
  for (const listener of listeners) listener();
}

/** Offers an undo in place of the one before; taken, it is gone. Returns the way to take it. */
export function offerUndo({ label, run }: UndoOffer): () => void {
  const offer: UndoOffer = {
    label,
    run: () => {
      if (current === offer) become(null);
      run();
    },
  };
  become(offer);
  return offer.run;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What `z` would take back, or null. */
export function useUndoOffer(): UndoOffer | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

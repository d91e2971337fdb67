/**
 * The one decision that can be taken back right now. It outlives the changeset's own view, which makes room for the next
 * one at once, so it is kept outside of the components.
 */
'use client';

import { createStore, useStore } from '../ui/store.ts';

/** How long a rollback is offered. */
export const UNDO_MS = 10_000;

/** `label` says what is done: an undo is a new version, never history rewritten. */
interface UndoOffer {
  label: string;
  run: () => void;
}

const offered = createStore<UndoOffer | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

function become(next: UndoOffer | null): void {
  clearTimeout(timer);
  if (next !== null) timer = setTimeout(() => become(null), UNDO_MS);
  offered.set(next);
}

/** Offers an undo in place of the one before; taken, it is gone. Returns the way to take it. */
export function offerUndo({ label, run }: UndoOffer): () => void {
  const offer: UndoOffer = {
    label,
    run: () => {
      if (offered.get() === offer) become(null);
      run();
    },
  };
  become(offer);
  return offer.run;
}

/** What `z` would take back, or null. */
export function useUndoOffer(): UndoOffer | null {
  return useStore(offered);
}

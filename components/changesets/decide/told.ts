'use client';

/**
 * What became of the last decision, and the way to take it back while that is offered. It outlives the
 * changeset's own view, which makes room for the next one at once, so it is kept outside of the components.
 */
import { useEffect } from 'react';
import { UNDO_OFFERED_MS } from '../../../server/domain/skills/changesets/status.ts';
import type { Headline } from '../../../server/domain/skills/changesets/wording/headline.ts';
import { useAnnounce } from '../../keyboard/registry.ts';
import { createStore, type Toast, useStore, useToast } from '../../ui/overlays/toasts.ts';
import { headlineWords } from '../headline-words.ts';

/** What was decided on: what it says, null for several, and the skills that it is about. */
export interface About {
  headline: Headline | null;
  skills: string;
}

export interface Undo {
  label: string;
  run: () => void;
}

/** An undo, and until when it is offered (epoch ms). */
export interface UndoOffer {
  undo: Undo;
  until: number;
}

/** "Applied as v8", and of what. */
export interface Told extends About {
  title: string;
  tone: NonNullable<Toast['tone']>;
  undo?: Undo;
}

const last = createStore<Told | null>(null);
const offered = createStore<UndoOffer | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
/** How many places of the page tell of decisions. */
let places = 0;

function offer(undo: Undo | null): void {
  clearTimeout(timer);
  if (undo !== null) timer = setTimeout(() => offer(null), UNDO_OFFERED_MS);
  offered.set(undo === null ? null : { undo, until: Date.now() + UNDO_OFFERED_MS });
}

/** How `told` can be taken back now; null where it cannot any more. */
export function useUndoOffer(told: Told | null): UndoOffer | null {
  const offer = useStore(offered);
  return offer !== null && offer.undo === told?.undo ? offer : null;
}

/** The last decision, for a place that tells of it; null before the first and once it was put away. */
export function useTold(): Told | null {
  useEffect(() => {
    places += 1;
    return () => {
      places -= 1;
    };
  }, []);
  return useStore(last);
}

/** Puts the last decision away. */
export function forgetTold(): void {
  last.set(null);
}

/** Tells of a decision where the page has a place for it, else in a toast. An undo replaces the one before. */
export function useSay(): (told: Told) => void {
  const toast = useToast();
  const announce = useAnnounce();
  return ({ undo, ...told }) => {
    const taken = undo === undefined ? null : once(undo);
    offer(taken);
    const words = told.headline === null ? told.title : `${told.title}: ${headlineWords(told.headline)}`;
    if (places > 0) {
      last.set({ ...told, ...(taken === null ? {} : { undo: taken }) });
      announce(words);
      return;
    }
    toast({
      ...{ title: words, detail: told.skills, tone: told.tone },
      ...(taken === null ? {} : { stays: UNDO_OFFERED_MS, action: taken }),
    });
  };
}

/** Taken, the offer is gone. */
function once({ label, run }: Undo): Undo {
  const undo: Undo = {
    label,
    run: () => {
      if (offered.get()?.undo === undo) offer(null);
      run();
    },
  };
  return undo;
}

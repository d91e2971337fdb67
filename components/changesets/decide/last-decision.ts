'use client';

/** The last decision with its result and its undo. Kept outside of components, since the next changeset replaces them. */
import { useEffect } from 'react';
import { UNDO_OFFERED_MS } from '../../../server/domain/skills/changesets/status.ts';
import type { Headline } from '../../../server/domain/skills/changesets/wording/headline.ts';
import { useAnnounce } from '../../keyboard/registry.ts';
import { createStore, type Toast, useStore, useToast } from '../../ui/overlays/toasts.ts';
import { headlineWords } from '../headline-words.ts';

/** What was decided on: what it says, null for several, and the skills that it is about. */
export interface DecisionSubject {
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
export interface LastDecision extends DecisionSubject {
  title: string;
  tone: NonNullable<Toast['tone']>;
  undo?: Undo;
}

const last = createStore<LastDecision | null>(null);
const offered = createStore<UndoOffer | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
/** How many lines on the page show the last decision. */
let lines = 0;

function offer(undo: Undo | null): void {
  clearTimeout(timer);
  if (undo !== null) timer = setTimeout(() => offer(null), UNDO_OFFERED_MS);
  offered.set(undo === null ? null : { undo, until: Date.now() + UNDO_OFFERED_MS });
}

/** How `decision` can be undone now; null where it no longer can. */
export function useUndoOffer(decision: LastDecision | null): UndoOffer | null {
  const offer = useStore(offered);
  return offer !== null && offer.undo === decision?.undo ? offer : null;
}

/** The last decision, for a line that shows it; null before the first and once it was dismissed. */
export function useLastDecision(): LastDecision | null {
  useEffect(() => {
    lines += 1;
    return () => {
      lines -= 1;
    };
  }, []);
  return useStore(last);
}

/** Hides the last decision. */
export function dismissLastDecision(): void {
  last.set(null);
}

/** Reports a decision in the page's own line where it has one, else in a toast. An undo replaces the one before. */
export function useReportDecision(): (decision: LastDecision) => void {
  const toast = useToast();
  const announce = useAnnounce();
  return ({ undo, ...decision }) => {
    const taken = undo === undefined ? null : once(undo);
    offer(taken);
    const words =
      decision.headline === null ? decision.title : `${decision.title}: ${headlineWords(decision.headline)}`;
    if (lines > 0) {
      last.set({ ...decision, ...(taken === null ? {} : { undo: taken }) });
      announce(words);
      return;
    }
    toast({
      ...{ title: words, detail: decision.skills, tone: decision.tone },
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

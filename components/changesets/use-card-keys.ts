/** `n` and `⇧n` go from change to change; where they start is where the focus is. */
'use client';

import { type RefObject, useRef } from 'react';
import { useShortcut } from '../keyboard/use-shortcut.ts';

/** Put the ref on what holds the cards; each card has `data-change` and can take the focus. */
export function useCardKeys(): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  const go = (step: 1 | -1) => {
    const cards = [...(ref.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const next = at < 0 ? cards[step > 0 ? 0 : cards.length - 1] : cards[at + step];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('read.next-card', () => go(1));
  useShortcut('read.previous-card', () => go(-1));
  return ref;
}

'use client';

/** Changes that were never on the screen: a key must not decide on what nobody can have read. */
import { useCallback, useEffect, useRef } from 'react';

/** How far below the screen's edge a text may end and still count as seen, in CSS pixels. */
const TOLERANCE = 4;

/**
 * Goes to the first change that the reviewer has not had on screen whole, and returns whether there was one;
 * asked again it always returns false. The changes and the decision bar are found in the page.
 */
export function useUnseenChanges(): () => boolean {
  /** How far below the beginning of the changes the screen has reached. */
  const deepest = useRef(0);
  const warned = useRef(false);
  const look = useCallback(() => {
    const begins = firstText()?.getBoundingClientRect().top;
    const ends = document.querySelector('[data-decision-bar]')?.getBoundingClientRect().top;
    if (begins !== undefined && ends !== undefined)
      deepest.current = Math.max(deepest.current, ends - begins);
  }, []);
  useEffect(() => {
    // Wherever it is that scrolls: the page, or the pane beside the queue.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', look, { capture: true });
  }, [look]);
  return () => {
    look();
    const begins = firstText()?.getBoundingClientRect().top ?? 0;
    const unseen = texts().find(
      (text) => text.getBoundingClientRect().bottom - begins > deepest.current + TOLERANCE,
    );
    if (warned.current || unseen === undefined) return false;
    warned.current = true;
    unseen.closest('[data-change]')?.scrollIntoView({ block: 'start' });
    return true;
  };
}

const texts = () => [...document.querySelectorAll('[data-change-text]')];
const firstText = () => document.querySelector('[data-change-text]');

'use client';

/** Takes the last decision back, and counts down how long that is still offered. */
import { useEffect, useState } from 'react';
import type { ShortcutId } from '../../keyboard/catalogue.ts';
import { Button } from '../../ui/forms/button.tsx';
import type { UndoOffer } from './last-decision.ts';

const SECOND_MS = 1000;

interface UndoButtonProps {
  offer: UndoOffer;
  /** Leave it out where single keys rest, as in a dialog. */
  shortcut?: ShortcutId;
  size?: 'small' | 'medium';
}

export function UndoButton({ offer: { undo, until }, shortcut, size = 'small' }: UndoButtonProps) {
  const seconds = useSecondsUntil(until);
  return (
    <Button size={size} shortcut={shortcut} onClick={undo.run} className="shrink-0">
      {undo.label}
      <span aria-hidden="true" className="min-w-[4ch] text-right text-quiet tabular-nums">
        {seconds} s
      </span>
    </Button>
  );
}

/** Whole seconds until `moment` (epoch ms), at least 0. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((moment - now) / SECOND_MS));
}

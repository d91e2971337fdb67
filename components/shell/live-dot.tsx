/** Says whether the page keeps itself up to date: by shape and word first, colour last. */
'use client';

import type { LiveState } from '../api/live-link.ts';
import { useLiveState } from '../api/use-live.ts';
import { cn } from '../ui/cn.ts';

const SAYS: Record<LiveState, { word: string; text: string; look: string }> = {
  live: { word: 'Live', text: 'Changes show by themselves', look: 'bg-good' },
  reconnecting: {
    word: 'Reconnecting',
    text: 'The gateway does not answer; what you see may be old',
    look: 'animate-wait bg-transparent ring-2 ring-attention ring-inset',
  },
  paused: { word: 'Paused', text: 'Updates rest while this tab is hidden', look: 'bg-faint' },
};

export function LiveDot() {
  const { word, text, look } = SAYS[useLiveState()];
  return (
    <span title={text} className="flex h-8 items-center gap-1.5 px-1.5 text-caption text-quiet">
      <span aria-hidden="true" className={cn('size-2 rounded-full', look)} />
      <span className="max-sm:sr-only">{word}</span>
      <span className="sr-only">: {text}</span>
    </span>
  );
}

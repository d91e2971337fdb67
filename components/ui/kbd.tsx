/** Key caps of a shortcut as it is written in the catalogue. */
'use client';

import { useSyncExternalStore } from 'react';
import { keyCaps } from '../keyboard/key-press.ts';
import { cn } from './cn.ts';

const never = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

export function Kbd({ keys, className }: { keys: string; className?: string | undefined }) {
  const apple = useSyncExternalStore(never, isApple, () => false);
  return (
    <kbd className={cn('inline-flex items-center gap-0.5 font-sans', className)}>
      {keyCaps(keys, apple).map((cap) => (
        <span
          key={cap}
          className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm border border-current/30 px-1 font-medium text-[11px] leading-none"
        >
          {cap}
        </span>
      ))}
    </kbd>
  );
}

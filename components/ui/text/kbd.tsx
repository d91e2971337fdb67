'use client';

/** Key caps of a shortcut as it is written in the catalogue. */
import { useSyncExternalStore } from 'react';
import type { ShortcutId } from '../../keyboard/catalogue.ts';
import { keyCaps, useLiveShortcuts, worksWhileTyping } from '../../keyboard/registry.ts';
import { usePreferences } from '../../preferences/preferences-context.ts';
import { cn } from '../cn.ts';

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

/** The key of a shortcut, shown only while its handler is registered and single keys are on: a badge cannot lie. */
export function ShortcutBadge({ of: id }: { of: ShortcutId }) {
  const { preferences } = usePreferences();
  const found = useLiveShortcuts().find((shortcut) => shortcut.id === id);
  if (found === undefined || (preferences.keys === 'off' && !worksWhileTyping(found.keys))) return null;
  return (
    <span aria-hidden="true" className="inline-flex max-md:hidden">
      <Kbd keys={found.keys} />
    </span>
  );
}

/** The key of a shortcut, shown only while its handler is registered and single keys are on: a badge cannot lie. */
'use client';

import type { ShortcutId } from '../keyboard/catalogue.ts';
import { worksWhileTyping } from '../keyboard/key-press.ts';
import { useLiveShortcuts } from '../keyboard/use-shortcut.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { Kbd } from './kbd.tsx';

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

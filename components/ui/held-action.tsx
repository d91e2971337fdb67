/** A dangerous action with a key. The key only goes to the button: confirming takes a hold, or Enter twice. */
'use client';

import { useRef } from 'react';
import type { ShortcutId } from '../keyboard/catalogue.ts';
import { useAnnounce, useShortcut } from '../keyboard/use-shortcut.ts';
import { HoldButton } from './hold-button.tsx';
import { LearnedText } from './learned-text.tsx';

interface HeldActionProps {
  /** What happens, and after it why it is dangerous: both stand on the button. */
  label: string;
  danger: string;
  shortcut: ShortcutId;
  /** Whether the key goes to this button, of several that stand on the page. */
  aimed?: boolean;
  busy?: boolean;
  onConfirm: () => void;
}

export function HeldAction({
  label,
  danger,
  shortcut,
  aimed = true,
  busy = false,
  onConfirm,
}: HeldActionProps) {
  const place = useRef<HTMLSpanElement>(null);
  const announce = useAnnounce();
  const aim = () => {
    place.current?.querySelector('button')?.focus();
    announce(`${label}, ${danger}: press Enter twice to confirm`);
  };
  useShortcut(shortcut, aim, { enabled: aimed && !busy });
  return (
    <span ref={place} className="inline-flex min-w-0">
      <HoldButton variant="danger" disabled={busy} onConfirm={onConfirm} {...(aimed ? { shortcut } : {})}>
        <LearnedText text={`${label} · ${danger}`} />
      </HoldButton>
    </span>
  );
}

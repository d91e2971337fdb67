'use client';

/** A dangerous action with a key. The key only goes to the button: confirming takes a long press, or Enter twice. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ShortcutId } from '../../keyboard/catalogue.ts';
import { useAnnounce, useShortcut } from '../../keyboard/registry.ts';
import { LearnedText } from '../text/learned-text.tsx';
import { Button, type ButtonProps } from './button.tsx';

const PRESS_MS = 600;
const TWICE_MS = 2000;

interface LongPressButtonProps extends Omit<ButtonProps, 'onClick'> {
  onConfirm: () => void;
}

function LongPressButton({ onConfirm, children, disabled, ...rest }: LongPressButtonProps) {
  const [pressing, setPressing] = useState(false);
  const [asked, setAsked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useAnnounce();
  useEffect(() => () => clearTimeout(timer.current), []);

  const begin = () => {
    if (disabled === true) return;
    setPressing(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setPressing(false);
      onConfirm();
    }, PRESS_MS);
  };
  const cancel = () => {
    if (!pressing) return;
    setPressing(false);
    clearTimeout(timer.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    clearTimeout(timer.current);
    if (asked) {
      setAsked(false);
      onConfirm();
      return;
    }
    setAsked(true);
    announce('Press Enter again to confirm');
    timer.current = setTimeout(() => setAsked(false), TWICE_MS);
  };
  return (
    <Button
      {...rest}
      disabled={disabled}
      data-holding={pressing}
      // It says why it is dangerous, which may take more than one line.
      className="h-auto min-h-8 shrink overflow-hidden whitespace-normal py-1 text-left"
      onPointerDown={begin}
      onPointerUp={cancel}
      onPointerLeave={cancel}
      onKeyDown={onKeyDown}
    >
      <span aria-hidden="true" className="hold-fill absolute inset-0 bg-ink/25" />
      <span className="relative inline-flex items-center gap-1.5">
        {children}
        <span className="font-normal text-caption opacity-90">
          {asked ? 'Enter again' : 'hold'}
          {asked ? null : <span className="max-md:hidden">, or Enter twice</span>}
        </span>
      </span>
    </Button>
  );
}

interface LongPressActionProps {
  /** What happens, and after it why it is dangerous: both stand on the button. */
  label: string;
  danger: string;
  shortcut: ShortcutId;
  busy?: boolean;
  /** Shows what has to be seen before the key goes to the button; whether there was anything. */
  first?: () => boolean;
  onConfirm: () => void;
}

/** For what must not happen by accident: hold it for 600 ms, or press Enter twice within two seconds. */
export function LongPressAction(props: LongPressActionProps) {
  const { label, danger, shortcut, busy = false, first, onConfirm } = props;
  const place = useRef<HTMLSpanElement>(null);
  const announce = useAnnounce();
  const aim = () => {
    if (first?.() === true) return;
    place.current?.querySelector('button')?.focus();
    announce(`${label}, ${danger}: press Enter twice to confirm`);
  };
  useShortcut(shortcut, aim, { enabled: !busy, label: `${label}, with Enter twice after it` });
  return (
    <span ref={place} className="inline-flex min-w-0">
      <LongPressButton variant="danger-quiet" disabled={busy} onConfirm={onConfirm} shortcut={shortcut}>
        <LearnedText text={`${label} · ${danger}`} />
      </LongPressButton>
    </span>
  );
}

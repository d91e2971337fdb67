/** Copies a text and says so, in the button and to screen readers. What is copied goes nowhere else. */
'use client';

import { useEffect, useRef, useState } from 'react';
import { useAnnounce } from '../../keyboard/registry.ts';
import { Check, Copy } from '../generated/icons.tsx';
import { Button, type ButtonProps } from './button.tsx';

const SAID_MS = 2000;

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'onCopy'> {
  text: string;
  onCopied?: () => void;
}

export function CopyButton({ text, onCopied, children, ...rest }: CopyButtonProps) {
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useAnnounce();
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (what: 'copied' | 'refused') => {
    setSaid(what);
    announce(what === 'copied' ? 'Copied' : 'The browser did not allow copying');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(null), SAID_MS);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      say('refused');
      return;
    }
    say('copied');
    onCopied?.();
  };
  const label = said === 'refused' ? 'Select and copy by hand' : children;
  const Icon = said === 'copied' ? Check : Copy;
  return (
    <Button {...rest} onClick={() => void copy()}>
      <Icon aria-hidden="true" />
      {label}
    </Button>
  );
}

/** A filter that is typed: the address follows once the typing pauses, and Back or a reset changes the field. */
'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { Input } from './field.tsx';

const TYPING_MS = 200;

interface TypedFilterProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  className?: string;
  maxLength?: number;
  /** Whether `/` goes here; one field of a page. */
  focusable?: boolean;
}

export function TypedFilter(props: TypedFilterProps) {
  const { label, value, onValue, className, maxLength = 200, focusable = false } = props;
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== sent) {
    setSent(value);
    setTyped(value);
  }
  const send = useEffectEvent(() => {
    setSent(typed);
    onValue(typed);
  });
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => send(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return (
    <Input
      type="search"
      label={label}
      hideLabel={true}
      placeholder={label}
      value={typed}
      maxLength={maxLength}
      onChange={(event) => setTyped(event.target.value)}
      {...(className === undefined ? {} : { className })}
      {...(focusable ? { 'data-filter': 'true' } : {})}
    />
  );
}

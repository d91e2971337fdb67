/** Picks one of many by typing; `free` also takes what is typed. What opens is loaded when it is first used. */
'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { ComboboxButton } from './combobox-button.tsx';

export interface ComboboxProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; note?: string }[];
  onValueChange: (value: string) => void;
  /** Whether a value outside the options may be typed. */
  free?: boolean;
  placeholder?: string;
}

const load = () => import('./combobox-popover.tsx').then((module) => module.ComboboxPopover);
const ComboboxPopover = dynamic(load, { ssr: false });

export function Combobox(props: ComboboxProps) {
  const { label, value, options } = props;
  const [used, setUsed] = useState(false);
  if (used) return <ComboboxPopover {...props} />;
  const shown = options.find((option) => option.value === value)?.label ?? value;
  return (
    <ComboboxButton
      label={label}
      shown={shown}
      onClick={() => setUsed(true)}
      onPointerEnter={() => void load()}
    />
  );
}

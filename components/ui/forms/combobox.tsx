/** Picks one of many by typing; `free` also takes what is typed. What opens is loaded when it is first used. */
'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { ChevronsUpDown } from '../generated/icons.tsx';
import { inWords } from '../text/hidden-marks.ts';
import { LearnedText } from '../text/learned-text.tsx';
import { Button, type ButtonProps } from './button.tsx';

export interface ComboboxProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; note?: string }[];
  onValueChange: (value: string) => void;
  /** Whether a value outside the options may be typed. */
  free?: boolean;
  placeholder?: string;
}

const load = () => import('./combobox-popover.tsx').then((m) => m.ComboboxPopover);
const ComboboxPopover = dynamic(load, { ssr: false });

export function Combobox(props: ComboboxProps) {
  const { label, value, options } = props;
  const [used, setUsed] = useState(false);
  const shown = options.find((option) => option.value === value)?.label ?? value;
  if (used) return <ComboboxPopover {...props} trigger={<ComboboxButton label={label} shown={shown} />} />;
  return (
    <ComboboxButton
      label={label}
      shown={shown}
      onClick={() => setUsed(true)}
      onPointerEnter={() => void load()}
    />
  );
}

interface ComboboxButtonProps extends ButtonProps {
  label: string;
  /** The name of what is picked. */
  shown: string;
}

function ComboboxButton({ label, shown, ...rest }: ComboboxButtonProps) {
  return (
    <Button
      aria-label={inWords(`${label}: ${shown}`)}
      aria-haspopup="dialog"
      aria-expanded={false}
      className="max-w-48 justify-between"
      {...rest}
    >
      <LearnedText text={shown} className="truncate" />
      <ChevronsUpDown aria-hidden="true" className="size-3.5! text-quiet" />
    </Button>
  );
}

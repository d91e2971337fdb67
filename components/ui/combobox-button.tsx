/** The button of a combobox, the same before and after what it opens is loaded. */
'use client';

import { ChevronsUpDown } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';
import { inWords } from './hidden-marks.ts';
import { LearnedText } from './learned-text.tsx';

interface ComboboxButtonProps extends ButtonProps {
  label: string;
  /** The name of what is picked. */
  shown: string;
}

export function ComboboxButton({ label, shown, ...rest }: ComboboxButtonProps) {
  return (
    <Button
      aria-label={inWords(`${label}: ${shown}`)}
      aria-haspopup="dialog"
      aria-expanded={false}
      className="max-w-48 justify-between"
      {...rest}
    >
      <span className="truncate">
        <LearnedText text={shown} />
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5! text-quiet" />
    </Button>
  );
}

/** What a combobox opens; it is loaded by the first press, so it begins open. */
'use client';

import { useState } from 'react';
import type { ComboboxProps } from './combobox.tsx';
import { ComboboxButton } from './combobox-button.tsx';
import { Choices } from './combobox-choices.tsx';
import { Popover } from './popover.tsx';

export function ComboboxPopover(props: ComboboxProps) {
  const { label, value, options, onValueChange, free = false, placeholder = 'Search' } = props;
  const [open, setOpen] = useState(true);
  const shown = options.find((option) => option.value === value)?.label ?? value;
  const pick = (picked: string) => {
    onValueChange(picked);
    setOpen(false);
  };
  return (
    <Popover
      trigger={<ComboboxButton label={label} shown={shown} />}
      label={label}
      open={open}
      onOpenChange={setOpen}
      className="p-1"
    >
      <Choices label={label} options={options} free={free} placeholder={placeholder} onPick={pick} />
    </Popover>
  );
}

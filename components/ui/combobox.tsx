/** Picks one of many by typing; `free` also takes what is typed. */
'use client';

import { Command } from 'cmdk';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Popover } from './popover.tsx';

interface ComboboxProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; note?: string }[];
  onValueChange: (value: string) => void;
  /** Whether a value outside the options may be typed. */
  free?: boolean;
  placeholder?: string;
}

const ITEM =
  'flex cursor-default items-baseline justify-between gap-3 rounded-sm px-2.5 py-1.5 text-table data-[selected=true]:bg-accent-soft';

export function Combobox(props: ComboboxProps) {
  const { label, value, options, onValueChange, free = false, placeholder = 'Search' } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const pick = (picked: string) => {
    onValueChange(picked);
    setOpen(false);
    setTyped('');
  };
  const shown = options.find((option) => option.value === value)?.label ?? value;
  const known = options.some((option) => option.value === typed);
  const trigger = (
    <Button aria-label={`${label}: ${shown}`} className="max-w-48 justify-between">
      <span className="truncate">{shown}</span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5! text-quiet" />
    </Button>
  );
  return (
    <Popover trigger={trigger} label={label} open={open} onOpenChange={setOpen} className="p-1">
      <Command label={label}>
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder={placeholder}
          className="mb-1 h-8 w-full rounded-sm bg-sunken px-2.5 text-table placeholder:text-faint"
        />
        <Command.List className="max-h-72 overflow-y-auto">
          <Command.Empty className="px-2.5 py-2 text-quiet text-table">Nothing of that name</Command.Empty>
          {options.map((option) => (
            <Command.Item
              key={option.value}
              value={`${option.label} ${option.value}`}
              onSelect={() => pick(option.value)}
              className={ITEM}
            >
              <span className="truncate">{option.label}</span>
              {option.note === undefined ? null : (
                <span className="shrink-0 text-caption text-quiet">{option.note}</span>
              )}
            </Command.Item>
          ))}
          {free && typed !== '' && !known ? (
            <Command.Item value={typed} onSelect={() => pick(typed)} className={ITEM}>
              Use “{typed}”
            </Command.Item>
          ) : null}
        </Command.List>
      </Command>
    </Popover>
  );
}

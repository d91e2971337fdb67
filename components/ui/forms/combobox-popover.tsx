'use client';

/** What a combobox opens; it is loaded by the first press, so it begins open. */
import { Command } from 'cmdk';
import { type ReactElement, useState } from 'react';
import { Popover } from '../overlays/popover.tsx';
import { LearnedText } from '../text/learned-text.tsx';
import type { ComboboxProps } from './combobox.tsx';

interface ChoicesProps {
  label: string;
  options: readonly { value: string; label: string; note?: string }[];
  /** Whether a value outside the options may be typed. */
  free: boolean;
  placeholder: string;
  onPick: (value: string) => void;
}

const ITEM =
  'flex cursor-default items-baseline justify-between gap-3 rounded-sm px-2.5 py-1.5 text-table data-[selected=true]:bg-accent-soft';

function Choices({ label, options, free, placeholder, onPick }: ChoicesProps) {
  const [typed, setTyped] = useState('');
  const known = options.some((option) => option.value === typed);
  return (
    <Command label={label}>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={placeholder}
        className="mb-1 h-8 w-full rounded-sm bg-sunken px-2.5 text-table placeholder:text-faint"
      />
      <Command.List className="max-h-72 overflow-y-auto">
        <Command.Empty className="px-2.5 py-2 text-quiet text-table">No matches</Command.Empty>
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={`${option.label} ${option.value}`}
            onSelect={() => onPick(option.value)}
            className={ITEM}
          >
            <LearnedText text={option.label} className="truncate" />
            {option.note === undefined ? null : (
              <span className="shrink-0 text-caption text-quiet">{option.note}</span>
            )}
          </Command.Item>
        ))}
        {free && typed !== '' && !known ? (
          <Command.Item value={typed} onSelect={() => onPick(typed)} className={ITEM}>
            Use “<LearnedText text={typed} />”
          </Command.Item>
        ) : null}
      </Command.List>
    </Command>
  );
}

/** The list of a combobox, narrowed by typing. */
export function ComboboxPopover(props: ComboboxProps & { trigger: ReactElement }) {
  const { label, options, onValueChange, free = false, placeholder = 'Search', trigger } = props;
  const [open, setOpen] = useState(true);
  const pick = (picked: string) => {
    onValueChange(picked);
    setOpen(false);
  };
  return (
    <Popover trigger={trigger} label={label} open={open} onOpenChange={setOpen} className="p-1">
      <Choices label={label} options={options} free={free} placeholder={placeholder} onPick={pick} />
    </Popover>
  );
}

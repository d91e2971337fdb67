'use client';

/** A menu of actions behind a button. */
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '../cn.ts';
import { usePortal } from './return-focus.ts';

interface MenuProps {
  trigger: ReactElement;
  label: string;
  /** Whether it opens as it appears: its control was pressed before it was loaded. */
  opened?: boolean;
  children: ReactNode;
}

export function Menu({ trigger, label, opened = false, children }: MenuProps) {
  const portal = usePortal();
  return (
    <Primitive.Root modal={false} defaultOpen={opened}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal {...portal}>
        <Primitive.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 min-w-56 animate-rise rounded-lg border border-line bg-surface p-1 shadow-float"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  danger?: boolean;
  /** A quiet second line. */
  note?: ReactNode;
  children: ReactNode;
}

export function MenuItem({ onSelect, danger = false, note, children }: MenuItemProps) {
  return (
    <Primitive.Item
      onSelect={onSelect}
      className={cn(
        'flex cursor-default flex-col rounded-sm px-2.5 py-1.5 text-table outline-none data-[highlighted]:bg-accent-soft',
        danger && 'text-danger data-[highlighted]:bg-danger-soft',
      )}
    >
      {children}
      {note === undefined ? null : <span className="text-caption text-quiet">{note}</span>}
    </Primitive.Item>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="my-1 h-px bg-line" />;
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of few, inside a menu that stays open. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const { label, value, options, onChange } = props;
  return (
    <Primitive.RadioGroup
      value={value}
      aria-label={label}
      className="flex items-center gap-3 py-1 pr-1 pl-2.5 text-table"
    >
      <Primitive.Label className="flex-1 text-quiet">{label}</Primitive.Label>
      <div className="flex gap-0.5 rounded-md bg-sunken p-0.5">
        {options.map((option) => (
          <Primitive.RadioItem
            key={option.value}
            value={option.value}
            onSelect={(event) => {
              event.preventDefault();
              onChange(option.value);
            }}
            className="cursor-default rounded-sm px-2 py-0.5 text-caption text-quiet outline-none hover:text-ink data-[state=checked]:bg-surface data-[state=checked]:font-medium data-[state=checked]:text-ink data-[highlighted]:outline-2 data-[highlighted]:outline-accent data-[state=checked]:shadow-xs"
          >
            {option.label}
          </Primitive.RadioItem>
        ))}
      </div>
    </Primitive.RadioGroup>
  );
}

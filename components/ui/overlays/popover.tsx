/** What opens beside its control: more about a thing, or a small form. */
'use client';

import { Popover as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '../cn.ts';
import { usePortal } from './return-focus.ts';

interface PopoverProps {
  /** The control; it gets the trigger's behaviour. */
  trigger: ReactElement;
  label: string;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}

export function Popover({ trigger, label, align = 'start', className, children, ...state }: PopoverProps) {
  const portal = usePortal();
  return (
    <Primitive.Root {...state}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal {...portal}>
        <Primitive.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            'z-50 w-80 max-w-[calc(100vw-24px)] animate-rise rounded-lg border border-line bg-surface p-4 shadow-float outline-none',
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** A word of explanation on hover or focus. Never the only place where something necessary is said. */
'use client';

import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Learned } from '../text/learned-text.tsx';
import { usePortal } from './return-focus.ts';

export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  const portal = usePortal();
  return (
    <Primitive.Provider delayDuration={350}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal {...portal}>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-appear rounded-md bg-rail px-2.5 py-1.5 text-caption text-rail-ink shadow-float ring-1 ring-rail-raised"
          >
            <Learned>{text}</Learned>
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}

/** A dialog in the middle of the page: it traps and returns focus, closes on Esc, and single keys rest behind it. */
'use client';

import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { buttonLook } from '../forms/button-look.ts';
import { X } from '../generated/icons.tsx';
import { Learned } from '../text/learned-text.tsx';
import { useReturnFocus } from './return-focus.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title; leave out only where the body says it at once. */
  description?: ReactNode;
  /** Buttons at the foot; the one that acts stands last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  children?: ReactNode;
}

const WIDTH = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' };

export function Dialog({ size = 'medium', ...props }: DialogProps) {
  const returnFocus = useReturnFocus(props.open);
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-(--veil)" />
        <div className="pointer-events-none fixed inset-0 z-50 grid grid-rows-[minmax(0,1fr)] place-items-center p-4">
          <Primitive.Content
            {...(props.description === undefined ? { 'aria-describedby': undefined } : {})}
            onCloseAutoFocus={returnFocus}
            className={cn(
              'pointer-events-auto flex max-h-full w-full animate-rise flex-col rounded-lg border border-line bg-surface shadow-float outline-none',
              WIDTH[size],
            )}
          >
            <PanelHead title={props.title} description={props.description} />
            {props.children === undefined ? null : (
              <div className="min-h-0 overflow-y-auto px-5 pb-5">{props.children}</div>
            )}
            {props.footer === undefined ? null : (
              <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
                {props.footer}
              </footer>
            )}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** A panel that slides in from the right: evidence, previews. `side="left"` for navigation. */
export function Sheet({ side = 'right', ...props }: Omit<DialogProps, 'size'> & { side?: 'right' | 'left' }) {
  const returnFocus = useReturnFocus(props.open);
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-(--veil)" />
        <Primitive.Content
          {...(props.description === undefined ? { 'aria-describedby': undefined } : {})}
          onCloseAutoFocus={returnFocus}
          className={cn(
            'fixed inset-y-0 z-50 flex w-full max-w-xl flex-col border-line bg-surface shadow-float outline-none',
            side === 'right' ? 'right-0 animate-slide border-l' : 'left-0 max-w-72 animate-appear border-r',
          )}
        >
          <PanelHead title={props.title} description={props.description} />
          <div className="flex-1 overflow-y-auto px-5 pt-1 pb-5">{props.children}</div>
          {props.footer === undefined ? null : (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {props.footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function PanelHead({ title, description }: { title: ReactNode; description: ReactNode }) {
  return (
    <header className="flex items-start gap-4 px-5 pt-4 pb-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Primitive.Title className="font-semibold text-heading">
          <Learned>{title}</Learned>
        </Primitive.Title>
        {description === undefined ? null : (
          <Primitive.Description className="max-w-[75ch] text-quiet">
            <Learned>{description}</Learned>
          </Primitive.Description>
        )}
      </div>
      <Primitive.Close
        aria-label="Close"
        className={cn(buttonLook({ variant: 'quiet', size: 'icon-small' }), '-mr-1.5')}
      >
        <X aria-hidden="true" />
      </Primitive.Close>
    </header>
  );
}

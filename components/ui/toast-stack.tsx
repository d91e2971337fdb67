/**
 * The toasts in their corner, announced politely; they wait while the pointer or the focus is on them (F8 goes there). Where a
 * thumb decides at the foot of the page they stand at its head.
 */
'use client';

import { X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { buttonLook } from './button-look.ts';
import { cn } from './cn.ts';
import type { KeptToast } from './toasts.ts';

const STAYS_MS = 6000;

const TONE = { plain: 'border-l-accent', good: 'border-l-good', danger: 'border-l-danger' };

function ToastCard({ toast, onGone }: { toast: KeptToast; onGone: () => void }) {
  return (
    <Primitive.Root
      duration={toast.stays ?? STAYS_MS}
      onOpenChange={(open) => (open ? undefined : onGone())}
      className={cn(
        'flex animate-rise items-start gap-3 rounded-md border border-line border-l-3 bg-surface p-3 shadow-float',
        TONE[toast.tone ?? 'plain'],
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <Primitive.Title className="font-medium">{toast.title}</Primitive.Title>
        {toast.detail === undefined ? null : (
          <Primitive.Description className="break-words text-quiet text-table">
            {toast.detail}
          </Primitive.Description>
        )}
      </div>
      {toast.action === undefined ? null : (
        <Primitive.Action
          altText={toast.action.label}
          onClick={toast.action.run}
          className={buttonLook({ size: 'small' })}
        >
          {toast.action.label}
        </Primitive.Action>
      )}
      <Primitive.Close aria-label="Dismiss" className={buttonLook({ variant: 'quiet', size: 'icon-small' })}>
        <X aria-hidden="true" />
      </Primitive.Close>
    </Primitive.Root>
  );
}

export function ToastStack({
  toasts,
  onGone,
}: {
  toasts: readonly KeptToast[];
  onGone: (id: number) => void;
}) {
  return (
    <Primitive.Provider swipeDirection="right">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onGone={() => onGone(toast.id)} />
      ))}
      <Primitive.Viewport className="fixed right-4 z-50 flex w-96 max-w-[calc(100vw-32px)] flex-col gap-2 max-md:top-16 md:bottom-(--toast-gap)" />
    </Primitive.Provider>
  );
}

/** Keeps the toasts that are shown, and announces each. Their stack is loaded with the first. */
'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useCallback, useState } from 'react';
import { useAnnounce } from '../../keyboard/registry.ts';
import { type KeptToast, type Toast, ToastContext } from './toasts.ts';

const SHOWN = 3;

const ToastStack = dynamic(() => import('./toast-stack.tsx').then((m) => m.ToastStack), {
  ssr: false,
});

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly KeptToast[]>([]);
  const [used, setUsed] = useState(false);
  const announce = useAnnounce();
  const show = useCallback(
    (toast: Toast) => {
      setUsed(true);
      setToasts((before) => [...before.slice(1 - SHOWN), { ...toast, id: (before.at(-1)?.id ?? 0) + 1 }]);
      announce(toast.detail === undefined ? toast.title : `${toast.title}: ${toast.detail}`);
    },
    [announce],
  );
  const drop = (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id));
  return (
    <ToastContext value={show}>
      {children}
      {used ? <ToastStack toasts={toasts} onGone={drop} /> : null}
    </ToastContext>
  );
}

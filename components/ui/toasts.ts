/** How any component says something in passing. */
'use client';

import { createContext, useContext } from 'react';

export interface Toast {
  title: string;
  detail?: string;
  tone?: 'plain' | 'good' | 'danger';
  /** How long it stays, in ms; 6 s unless told. */
  stays?: number;
  action?: { label: string; run: () => void };
}

/** A toast that is shown, told apart by its number. */
export interface KeptToast extends Toast {
  id: number;
}

export const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** `toast({ title: 'Applied as v8', action: { label: 'Roll back to v7', run } })`. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

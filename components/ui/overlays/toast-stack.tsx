/**
 * The toasts in their corner; they wait while the pointer or the focus is on them, and while the tab is
 * hidden. A list of our own, since Radix makes of each toast a layer above everything: one that came late
 * took the Esc of an open dialog. Where a thumb decides at the foot of the page they stand at its head.
 */
'use client';

import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useShortcut } from '../../keyboard/registry.ts';
import { cn } from '../cn.ts';
import { Button } from '../forms/button.tsx';
import { X } from '../generated/icons.tsx';
import { LearnedText } from '../text/learned-text.tsx';
import type { KeptToast } from './toasts.ts';

const STAYS_MS = 6000;

const TONE = { plain: 'border-l-accent', good: 'border-l-good', danger: 'border-l-danger' };

interface StackProps {
  toasts: readonly KeptToast[];
  onGone: (id: number) => void;
}

/** Nothing while there are none, so that what held the last ones does not hold the next. */
export function ToastStack(props: StackProps) {
  return props.toasts.length === 0 ? null : <Stack {...props} />;
}

function Stack({ toasts, onGone }: StackProps) {
  const [busy, setBusy] = useState({ pointer: false, focus: false });
  const hidden = useHidden();
  const resting = busy.pointer || busy.focus || hidden;
  const place = useRef<HTMLElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    setBusy((before) => ({ ...before, focus: true }));
  };
  const drop = (id: number) => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && place.current?.contains(activeElement)) {
      activeElement.blur();
      if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    }
    onGone(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const newest = toasts.at(-1);
    if (event.key !== 'Escape' || newest === undefined) return;
    event.preventDefault();
    drop(newest.id);
  };
  useShortcut('app.toasts', () => place.current?.focus());
  return (
    <section
      ref={place}
      aria-label="Notifications"
      tabIndex={-1}
      onPointerEnter={() => setBusy((before) => ({ ...before, pointer: true }))}
      onPointerLeave={() => setBusy((before) => ({ ...before, pointer: false }))}
      onFocus={onFocus}
      onBlur={() => setBusy((before) => ({ ...before, focus: false }))}
      onKeyDown={onKeyDown}
      className="pointer-events-auto fixed right-4 z-50 w-96 max-w-[calc(100vw-32px)] rounded-md max-md:top-16 md:bottom-(--toast-gap)"
    >
      <ol className="flex flex-col gap-2">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} resting={resting} onGone={() => drop(toast.id)} />
        ))}
      </ol>
    </section>
  );
}

interface CardProps {
  toast: KeptToast;
  /** While true its time stands still. */
  resting: boolean;
  onGone: () => void;
}

function ToastCard({ toast, resting, onGone }: CardProps) {
  useTimeOut(toast.stays ?? STAYS_MS, resting, onGone);
  const { action } = toast;
  const act = () => {
    action?.run();
    onGone();
  };
  return (
    <li
      className={cn(
        'flex animate-rise items-start gap-3 rounded-md border border-line border-l-3 bg-surface p-3 shadow-float',
        TONE[toast.tone ?? 'plain'],
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <LearnedText text={toast.title} className="font-medium" />
        {toast.detail === undefined ? null : (
          <LearnedText text={toast.detail} className="break-words text-quiet text-table" />
        )}
      </div>
      {action === undefined ? null : (
        <Button size="small" onClick={act}>
          <LearnedText text={action.label} />
        </Button>
      )}
      <Button variant="quiet" size="icon-small" aria-label="Dismiss" onClick={onGone}>
        <X aria-hidden="true" />
      </Button>
    </li>
  );
}

/** Calls `onOver` after `ms`, not counting the time that it rested. */
function useTimeOut(ms: number, resting: boolean, onOver: () => void): void {
  const left = useRef(ms);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (resting) return;
    const since = Date.now();
    const timer = setTimeout(() => over(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [resting]);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether the page is hidden now. */
function useHidden(): boolean {
  return useSyncExternalStore(onVisibility, () => document.hidden);
}

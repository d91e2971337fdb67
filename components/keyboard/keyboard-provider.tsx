'use client';

/**
 * Listens to the keyboard for the whole dashboard. Single keys rest while somebody types, while a dialog is
 * open and when the account switched them off; a fired key pulses its button and is announced.
 */
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { usePreferences } from '../preferences/preferences-context.ts';
import { inWords } from '../ui/text/hidden-marks.ts';
import { createRegistry, KeyboardContext, matchPress, type Pending, pressName } from './registry.ts';

const FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog][data-state=open], [role=alertdialog][data-state=open]') !== null)
    return true;
  return target instanceof Element && target.closest(`${FIELDS}, [role=menu], [role=listbox]`) !== null;
}

function pulse(id: string): void {
  for (const element of document.querySelectorAll(`[data-shortcut="${id}"]`)) {
    element.setAttribute('data-fired', 'true');
    element.addEventListener('animationend', () => element.removeAttribute('data-fired'), { once: true });
  }
}

export function KeyboardProvider({ children }: { children: ReactNode }) {
  const { preferences } = usePreferences();
  const [registry] = useState(createRegistry);
  const [spoken, setSpoken] = useState('');
  const pending = useRef<Pending | null>(null);
  const announce = useCallback((text: string) => {
    // The same words twice are a change only if something between them differs.
    setSpoken((before) => (before === text ? `${text}\u00a0` : text));
  }, []);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const press = pressName(event);
    if (press === null || event.defaultPrevented || event.isComposing) return;
    const written = registry.written({
      typing: isTyping(event.target),
      singleKeys: preferences.keys === 'on',
    });
    const result = matchPress(written, press, { pending: pending.current, now: event.timeStamp });
    pending.current = result.pending;
    const id = result.fired === null ? null : registry.find(result.fired);
    if (id === null) return;
    event.preventDefault();
    pulse(id);
    announce(registry.live().find((shortcut) => shortcut.id === id)?.label ?? '');
    registry.run(id);
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const keyboard = useMemo(() => ({ registry, announce }), [registry, announce]);
  return (
    <KeyboardContext value={keyboard}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        {inWords(spoken)}
      </div>
    </KeyboardContext>
  );
}

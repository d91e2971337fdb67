'use client';

/**
 * Listens to the keyboard for the whole dashboard. Single keys rest while somebody types, while a dialog is
 * open and when the account switched them off; what a fired key did is announced.
 */
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { usePreferences } from '../preferences/preferences-context.ts';
import { inWords } from '../ui/text/hidden-marks.ts';
import { createKeyListener, createRegistry, KeyboardContext, worksWhileTyping } from './registry.ts';

const FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog][data-state=open], [role=alertdialog][data-state=open]') !== null)
    return true;
  return target instanceof Element && target.closest(`${FIELDS}, [role=menu], [role=listbox]`) !== null;
}

export function KeyboardProvider({ children }: { children: ReactNode }) {
  const { preferences } = usePreferences();
  const [registry] = useState(createRegistry);
  const [spoken, setSpoken] = useState('');
  const announce = useCallback((text: string) => {
    // The same words twice are a change only if something between them differs.
    setSpoken((before) => (before === text ? `${text}\u00a0` : text));
  }, []);
  const doRest = useEffectEvent(
    (keys: string, { target }: KeyboardEvent) =>
      !worksWhileTyping(keys) && (preferences.keys !== 'on' || isTyping(target)),
  );

  useEffect(() => {
    const fire = (keys: string, event: KeyboardEvent) => {
      const found = registry.find(keys);
      if (found === undefined || event.defaultPrevented) return;
      event.preventDefault();
      announce(found.label);
      registry.run(found.id);
    };
    const listen = createKeyListener({ fire, rests: (keys, event) => doRest(keys, event) });
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [registry, announce]);

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

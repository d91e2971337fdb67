'use client';

/** Holds the preferences of this browser, writes a change to the document at once and to the cookie for next time. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { localeOf } from '../ui/text/clock.ts';
import {
  documentAttributes,
  PREFERENCES_COOKIE,
  type Preferences,
  READER_COOKIE,
  type Reader,
  WIDE,
  writePreferences,
  writeReader,
} from './preferences.ts';
import { PreferencesContext } from './preferences-context.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

function keep(cookie: string, value: string): void {
  document.cookie = `${cookie}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

function apply(preferences: Preferences): void {
  for (const [name, value] of Object.entries(documentAttributes(preferences)))
    document.documentElement.setAttribute(name, value);
  keep(PREFERENCES_COOKIE, writePreferences(preferences));
}

/** The browser as it is, which the server may have taken for another; the next page is rendered for this one. */
function useReader(rendered: Reader): Reader {
  const [reader, setReader] = useState(rendered);
  useEffect(() => {
    const room = matchMedia(WIDE);
    const note = () => {
      const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
      const now = { zone, locale: localeOf(navigator.languages), wide: room.matches };
      keep(READER_COOKIE, writeReader(now));
      setReader((before) => (isSame(before, now) ? before : { ...before, ...now }));
    };
    note();
    // The page is written before its script runs: from here on its keys and buttons work.
    document.documentElement.dataset['interactive'] = 'yes';
    room.addEventListener('change', note);
    return () => room.removeEventListener('change', note);
  }, []);
  return reader;
}

function isSame(before: Reader, now: Omit<Reader, 'now'>): boolean {
  return before.zone === now.zone && before.locale === now.locale && before.wide === now.wide;
}

interface ProviderProps {
  initial: Preferences;
  /** As the server took them to be. */
  reader: Reader;
  children: ReactNode;
}

export function PreferencesProvider({ initial, reader: rendered, children }: ProviderProps) {
  const [preferences, setPreferences] = useState(initial);
  const reader = useReader(rendered);
  const change = useCallback(
    (changes: Partial<Preferences>) => {
      const after = { ...preferences, ...changes };
      apply(after);
      setPreferences(after);
    },
    [preferences],
  );
  const control = useMemo(() => ({ preferences, reader, change }), [preferences, reader, change]);
  return <PreferencesContext value={control}>{children}</PreferencesContext>;
}

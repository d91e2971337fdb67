'use client';

/**
 * Holds the preferences of this browser, writes a change to the document at once and to the cookie for next
 * time.
 */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { localeOf } from '../ui/text/clock.ts';
import {
  documentAttributes,
  PREFERENCES_COOKIE,
  type Preferences,
  type Reader,
  writePreferences,
  ZONE_COOKIE,
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

/** The zone and language of this browser, which the server knows of a first visit no better than by its headers. */
function useReader(rendered: Reader): Reader {
  const [reader, setReader] = useState(rendered);
  useEffect(() => {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const locale = localeOf(navigator.languages);
    if (zone !== reader.zone) keep(ZONE_COOKIE, zone);
    if (zone !== reader.zone || locale !== reader.locale) setReader({ ...reader, zone, locale });
  }, [reader]);
  return reader;
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

'use client';

/**
 * Holds the preferences of this browser, writes a change to the document at once and to the cookie for next
 * time.
 */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { documentAttributes, PREFERENCES_COOKIE, type Preferences, writePreferences } from './preferences.ts';
import { PreferencesContext } from './preferences-context.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

function apply(preferences: Preferences): void {
  for (const [name, value] of Object.entries(documentAttributes(preferences)))
    document.documentElement.setAttribute(name, value);
  const value = encodeURIComponent(writePreferences(preferences));
  document.cookie = `${PREFERENCES_COOKIE}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [preferences, setPreferences] = useState(initial);
  const change = useCallback(
    (changes: Partial<Preferences>) => {
      const after = { ...preferences, ...changes };
      apply(after);
      setPreferences(after);
    },
    [preferences],
  );
  const control = useMemo(() => ({ preferences, change }), [preferences, change]);
  return <PreferencesContext value={control}>{children}</PreferencesContext>;
}

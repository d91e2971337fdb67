/** The way components read and change preferences; apart from `preferences.ts`, which the server reads the cookie with. */
'use client';

import { createContext, useContext } from 'react';
import { type Preferences, type Reader, readPreferences } from './preferences.ts';

interface PreferencesControl {
  preferences: Preferences;
  reader: Reader;
  change(changes: Partial<Preferences>): void;
}

export const PreferencesContext = createContext<PreferencesControl>({
  preferences: readPreferences(undefined),
  reader: { zone: 'UTC', locale: 'en-GB', wide: true, now: 0 },
  change: () => undefined,
});

/** The account's preferences, and `change` to keep others from now on. */
export function usePreferences(): PreferencesControl {
  return useContext(PreferencesContext);
}

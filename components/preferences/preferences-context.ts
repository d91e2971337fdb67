/** The way components read and change preferences; apart from `preferences.ts`, which the server reads the cookie with. */
'use client';

import { createContext, useContext } from 'react';
import { type Preferences, readPreferences } from './preferences.ts';

interface PreferencesControl {
  preferences: Preferences;
  change(changes: Partial<Preferences>): void;
}

export const PreferencesContext = createContext<PreferencesControl>({
  preferences: readPreferences(undefined),
  change: () => undefined,
});

/** The account's preferences, and `change` to keep others from now on. */
export function usePreferences(): PreferencesControl {
  return useContext(PreferencesContext);
}

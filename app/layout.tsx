/**
 * The document around every page. The theme is in the first byte: an attribute from the cookie, no script, no
 * flash.
 */
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import {
  documentAttributes,
  PREFERENCES_COOKIE,
  readPreferences,
} from '../components/preferences/preferences.ts';
import { PreferencesProvider } from '../components/preferences/preferences-provider.tsx';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Whetstone', template: '%s · Whetstone' },
  description: 'Agents learn from their own runs; people govern what they learned.',
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const preferences = readPreferences((await cookies()).get(PREFERENCES_COOKIE)?.value);
  return (
    <html lang="en" {...documentAttributes(preferences)}>
      <body className="font-sans antialiased">
        <PreferencesProvider initial={preferences}>{children}</PreferencesProvider>
      </body>
    </html>
  );
}

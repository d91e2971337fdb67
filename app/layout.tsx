/** The document around every page. The theme is in the first byte: an attribute from the cookie, no script. */
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import {
  documentAttributes,
  PREFERENCES_COOKIE,
  READER_COOKIE,
  readPreferences,
  readReader,
} from '../components/preferences/preferences.ts';
import { PreferencesProvider } from '../components/preferences/preferences-provider.tsx';
import { localeOf } from '../components/ui/text/clock.ts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Whetstone', template: '%s · Whetstone' },
  description: 'Agents learn from their own runs; people govern what they learned.',
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [kept, sent] = [await cookies(), await headers()];
  const preferences = readPreferences(kept.get(PREFERENCES_COOKIE)?.value);
  const languages = (sent.get('accept-language') ?? '')
    .split(',')
    .map((one) => one.replace(/;.*/, '').trim());
  const known = readReader(kept.get(READER_COOKIE)?.value);
  const reader = { ...known, locale: localeOf(languages), now: Date.now() };
  return (
    <html lang="en" {...documentAttributes(preferences)}>
      <body className="font-sans antialiased">
        <PreferencesProvider initial={preferences} reader={reader}>
          {children}
        </PreferencesProvider>
      </body>
    </html>
  );
}

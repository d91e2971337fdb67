/**
 * How one person likes the dashboard. Kept in a cookie that the server reads, so that the first paint already
 * has the theme, the density and the rail as they were left: nothing flashes, and no script runs before the
 * page.
 */

/** What may be chosen; the first of each is the default. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  motion: ['system', 'reduce', 'full'],
  palette: ['blue-orange', 'classic'],
  keys: ['on', 'off'],
  zone: ['local', 'utc'],
  rail: ['open', 'closed'],
} as const;

export type Preferences = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

export const PREFERENCES_COOKIE = 'whetstone-preferences';

/** The option that was sent, else the first. */
function chosen<Option extends string>(
  [first, ...rest]: readonly [Option, ...Option[]],
  sent: string | null,
) {
  return rest.find((option) => option === sent) ?? first;
}

/** Reads a cookie's value; a missing or unknown value is the default. */
export function readPreferences(value: string | undefined): Preferences {
  const sent = new URLSearchParams(value ?? '');
  return {
    theme: chosen(CHOICES.theme, sent.get('theme')),
    density: chosen(CHOICES.density, sent.get('density')),
    motion: chosen(CHOICES.motion, sent.get('motion')),
    palette: chosen(CHOICES.palette, sent.get('palette')),
    keys: chosen(CHOICES.keys, sent.get('keys')),
    zone: chosen(CHOICES.zone, sent.get('zone')),
    rail: chosen(CHOICES.rail, sent.get('rail')),
  };
}

/** The cookie's value; `readPreferences` of it gives the same preferences. */
export function writePreferences(preferences: Preferences): string {
  return new URLSearchParams(preferences).toString();
}

/** The attributes of `<html>` by which the tokens and styles follow the preferences. */
export function documentAttributes({ theme, density, motion, palette }: Preferences): Record<string, string> {
  return {
    'data-theme': theme,
    'data-density': density,
    'data-motion': motion,
    'data-palette': palette,
  };
}

/** Keeps what the server cannot know of the browser, for the next page that it renders. */
export const READER_COOKIE = 'whetstone-reader';
export const WIDE = '(min-width: 80rem)';

/** For whom a page is written: the same while the server renders it and while the browser takes it over. */
export interface Reader {
  /** The browser's time zone, by its IANA name. */
  zone: string;
  locale: string;
  /** Whether there is room for two columns: 1280 px. */
  wide: boolean;
  /** When the page was rendered, in milliseconds. */
  now: number;
}

/** What the cookie tells. Of a first visit nothing is known: times are in UTC, and there is room. */
export function readReader(value: string | undefined): Pick<Reader, 'zone' | 'wide'> {
  const sent = new URLSearchParams(value ?? '');
  return { zone: knownZone(sent.get('zone') ?? 'UTC'), wide: sent.get('wide') !== 'no' };
}

/** The cookie's value. */
export function writeReader({ zone, wide }: Pick<Reader, 'zone' | 'wide'>): string {
  return new URLSearchParams({ zone, wide: wide ? 'yes' : 'no' }).toString();
}

function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}

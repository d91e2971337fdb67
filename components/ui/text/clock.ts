/** How moments and numbers are written: relative for people, absolute and exact on demand. Pure. */

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });

/** "3h ago", "in 2d", "just now" within five seconds. */
export function relativeTime(moment: number, now: number): string {
  const seconds = Math.round((moment - now) / 1000);
  if (Math.abs(seconds) < 5) return 'just now';
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** The reader's own kind of English, which says in what order a date is written: the pages are in English. */
export function localeOf(languages: readonly string[]): string {
  return languages.find((language) => /^en\b/i.test(language) && isLocale(language)) ?? 'en-GB';
}

function isLocale(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}

const readerLocale = () => localeOf(typeof navigator === 'undefined' ? [] : navigator.languages);

/** The start of the day of `moment` in the time zone `zone`, in milliseconds. */
export function startOfDay(moment: number, zone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone, hourCycle: 'h23' });
  const passed = (at: number) => {
    const [hours = 0, minutes = 0, seconds = 0] = clock.format(at).split(':').map(Number);
    return hours * 3600 + minutes * 60 + seconds;
  };
  const start = Math.floor(moment / 1000) * 1000 - passed(moment) * 1000;
  // Of a day on which the clock was changed, that is an hour before or after its start.
  const off = passed(start);
  return start + (off > 43_200 ? 86_400 - off : -off) * 1000;
}

/** "21 Nov 2026, 04:37:12 UTC" or "Nov 21, 2026, 4:37:12 AM UTC". */
export function absoluteTime(moment: number, zone: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  }).format(moment);
}

/** "21 Nov" or "Nov 21", of a day in UTC. */
export function dayText(moment: number, locale = readerLocale()): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(moment);
}

/** A duration in its largest unit: "38 s", "2 d". */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** Lengths of time that rules, limits and pages share. Those with one use stand where they are used. */
export const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;

/** The UTC day of a moment, in days since 1970. */
export const dayNumber = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/** The Monday of a moment's week in UTC, as `2026-03-02`. */
export function weekOf(at: Date): string {
  // 1 January 1970 was a Thursday.
  const days = dayNumber(at);
  return new Date((days - ((days + 3) % 7)) * DAY_MS).toISOString().slice(0, 10);
}

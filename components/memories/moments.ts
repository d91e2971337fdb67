/** Moments as the text of a date-time field. Pure. */

/** A moment for a date-time field, to the second, in the browser's zone or in UTC. */
export function fieldText(at: string, zone: 'local' | 'utc'): string {
  if (at === '') return '';
  const moment = new Date(at);
  const shift = zone === 'utc' ? 0 : moment.getTimezoneOffset() * 60_000;
  return new Date(moment.getTime() - shift).toISOString().slice(0, 19);
}

/** The moment of a date-time field; null where it is none. */
export function momentOfField(text: string, zone: 'local' | 'utc'): string | null {
  const moment = new Date(zone === 'utc' ? `${text}Z` : text);
  return text === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** Where moments lie on the slider, where its steps lead, and their text in a date-time field. Pure. */

/** The time that the slider spans, in parts that each count the memories that came or went in them. */
export interface Span {
  from: string;
  to: string;
  bins: readonly number[];
}

/** How far along the span a moment lies, 0 to 1; an empty text is the present, so the end. */
export function shareOf({ from, to }: Span, at: string): number {
  if (at === '') return 1;
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const share = (Date.parse(at) - begin) / Math.max(1, end - begin);
  return Math.min(1, Math.max(0, share));
}

/** The moment at a share of the span; its end is the present, written as an empty text. */
export function momentAt({ from, to }: Span, share: number): string {
  if (share >= 1) return '';
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  return new Date(Math.round(begin + Math.max(0, share) * (end - begin))).toISOString();
}

/** The ends of the parts in which something changed, oldest first: stops between which nothing did. */
function stopsOf(span: Span): number[] {
  const [begin, end] = [Date.parse(span.from), Date.parse(span.to)];
  const width = (end - begin) / span.bins.length;
  return span.bins.flatMap((count, bin) => (count > 0 ? [Math.ceil(begin + (bin + 1) * width)] : []));
}

/** The view before the last change that `at` shows; null where there is none. */
export function earlierStop(span: Span, at: string): string | null {
  const stops = stopsOf(span);
  const now = at === '' ? Number.POSITIVE_INFINITY : Date.parse(at);
  // The present already shows the last stop, so the step before it leads to the one before that.
  const shown = stops.findLast((stop) => stop <= now);
  const before = stops.findLast((stop) => stop < (at === '' ? (shown ?? now) : now));
  return before === undefined ? null : new Date(before).toISOString();
}

/** The view after the next change, empty for the present; null where `at` is the present. */
export function laterStop(span: Span, at: string): string | null {
  if (at === '') return null;
  const next = stopsOf(span).find((stop) => stop > Date.parse(at));
  return next === undefined || next >= Date.parse(span.to) ? '' : new Date(next).toISOString();
}

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

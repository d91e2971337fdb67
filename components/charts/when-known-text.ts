/** When something will be known, in words that never sound certain: the same on every page. Pure. */
import type { Estimate, Forecast } from '../../server/domain/measurement/when-known.ts';
import { counted } from '../ui/text/counted.ts';

const HOUR = 1 / 24;
const WEEK = 7;
const MONTH = 30.4;
const LONGEST = 24 * MONTH;

/** What stands in the place of an estimate where there is no traffic. */
export const NO_ESTIMATE = 'No rated run in the last 14 days: no estimate.';

/** "5 days", "3 weeks", "more than two years". */
export function daysText(days: number): string {
  if (days > LONGEST) return 'more than two years';
  if (days < HOUR) return 'an hour';
  if (days < 1.5) return counted(Math.max(1, Math.round(days / HOUR)), 'hour');
  if (days < 2 * WEEK) return counted(Math.round(days), 'day');
  if (days < 2 * MONTH) return counted(Math.round(days / WEEK), 'week');
  return counted(Math.round(days / MONTH), 'month');
}

/** "about 5 days, between 2 days and 3 weeks". */
export function estimateText({ days, soonest, latest }: Estimate): string {
  const [about, from, to] = [days, soonest, latest].map(daysText);
  if (days > LONGEST) return `probably ${about}`;
  return from === to ? `about ${about}` : `about ${about}, between ${from} and ${to}`;
}

/** "In one week it can detect a difference in success of about 12 points."; that of hardly any traffic is none. */
export function findableText({ findable }: Pick<Forecast, 'findable'>): string {
  if (findable === null || findable > 0.5)
    return 'At this traffic, one week is too short to detect a typical difference.';
  const points = findable * 100;
  return `In one week it can detect a difference in success of about ${points < 1 ? points.toFixed(1) : Math.round(points)} points.`;
}

/** When a canary would be decided at the skill's present traffic, before it starts. Pure. */
import type { Forecast } from '../../../server/domain/measurement/when-known.ts';
import { estimateText, findableText, NO_ESTIMATE } from '../../charts/when-known-text.ts';

/** An estimate with its range, and what such traffic can find; `maxDays` is when it ends undecided. */
export function firstVerdictText(forecast: Forecast | null, maxDays: number): string {
  if (forecast === null) return NO_ESTIMATE;
  const told = `At present traffic it is decided in ${estimateText(forecast)} (an estimate)`;
  const over = forecast.days > maxDays ? `; after ${maxDays} days it ends undecided` : '';
  return `${told}${over}. ${findableText(forecast)}`;
}

/** When a canary would be decided at the skill's present traffic, before it starts. Pure. */
import type { Forecast } from '../../../server/domain/measurement/when-known.ts';
import { estimateText, findableText, NO_ESTIMATE } from '../../charts/when-known-text.ts';

interface Bounds {
  /** When it ends undecided. */
  maxDays: number;
}

/** An estimate with its range, and what such traffic can find. */
export function firstVerdictText(forecast: Forecast | null, { maxDays }: Bounds): string {
  if (forecast === null) return NO_ESTIMATE;
  const estimate = `${estimateText(forecast)} (an estimate)`;
  const told =
    forecast.days > maxDays
      ? `Probably it ends undecided after ${maxDays} days: at present traffic a verdict takes ${estimate}`
      : `At present traffic it is decided in ${estimate}`;
  return `${told}. ${findableText(forecast)}`;
}

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
  const estimate = `${estimateText(forecast)} (estimate)`;
  const expected =
    forecast.days > maxDays
      ? `Likely to end without a verdict: at current traffic it needs ${estimate}, and canaries stop after ${maxDays} days.`
      : `At current traffic a verdict takes ${estimate}.`;
  return `${expected} ${findableText(forecast)}`;
}

/** When a canary would be decided at the skill's present traffic, before it starts. Pure. */
import type { Forecast } from '../../../server/domain/measurement/when-known.ts';
import { estimateText, findableText, NO_ESTIMATE } from '../../charts/when-known-text.ts';

interface Bounds {
  /** When it ends undecided. */
  maxDays: number;
  /** Whether a guardrail is set: the estimate is of success alone. */
  guarded: boolean;
}

/** An estimate with its range, and what such traffic can find. */
export function firstVerdictText(forecast: Forecast | null, { maxDays, guarded }: Bounds): string {
  if (forecast === null) return NO_ESTIMATE;
  const told = `At present traffic it is decided in ${estimateText(forecast)} (an estimate)`;
  const over = forecast.days > maxDays ? `; after ${maxDays} days it ends undecided` : '';
  const more = guarded ? ' Guardrails may take longer.' : '';
  return `${told}${over}. ${findableText(forecast)}${more}`;
}

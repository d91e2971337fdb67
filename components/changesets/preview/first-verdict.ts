/**
 * How soon a canary can say anything at a skill's present traffic. A range, since traffic is shared unevenly.
 * Pure.
 */
interface Pace {
  /** Least share of recalls of each arm, 0–1. */
  floor: number;
  minSamples: number;
  maxDays: number;
  /** Recorded runs of the skill per day; null without traffic. */
  runsPerDay: number | null;
}

/** Soonest where both arms are served alike, latest where one has only its floor. */
export function firstVerdictText({ floor, minSamples, maxDays, runsPerDay }: Pace): string {
  if (runsPerDay === null || runsPerDay <= 0) {
    return 'The skill had no runs in the last 7 days: too little traffic to say when.';
  }
  const soonest = (2 * minSamples) / runsPerDay;
  const latest = minSamples / (Math.max(floor, 0.001) * runsPerDay);
  const pace = `This skill gets about ${runsPerDay < 10 ? runsPerDay.toFixed(1) : Math.round(runsPerDay)} runs a day`;
  if (soonest > maxDays) return `${pace}: too little traffic for a verdict within ${maxDays} days.`;
  return `${pace}, so a first verdict is possible in ${daysText(soonest)} to ${daysText(Math.min(latest, maxDays))}.`;
}

function daysText(days: number): string {
  if (days < 1) return `${Math.max(1, Math.round(days * 24))} h`;
  const whole = Math.round(days);
  return `${whole} ${whole === 1 ? 'day' : 'days'}`;
}

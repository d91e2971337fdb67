/** What measuring one skill would cost and show, at its present traffic. All of it is an estimate. */
import { ENOUGH_HELD_BACK } from './skill-lift.ts';
import { findableIn, type Traffic } from './when-known.ts';

/** Bounds of the share of sessions that go without a skill, and of how long it is measured, in days. */
export const MEASURED_SHARE = { least: 0.01, most: 0.2 } as const;
export const MEASURED_DAYS = { least: 1, most: 90 } as const;

/** A share of sessions, and for how many days. */
export type MeasurementPlan = { readonly share: number; readonly days: number };

/** Sessions that the skill would be served in, those of them that go without it, and the smallest difference that shows. */
export type MeasurementForecast = {
  readonly sessions: number;
  readonly without: number;
  /** In shares of 1; null where no difference below 1 shows, and where too few sessions go without it to read any. */
  readonly findable: number | null;
};

/** `traffic` is counted in sessions. */
export function forecastMeasurement(traffic: Traffic, { share, days }: MeasurementPlan): MeasurementForecast {
  const sessions = traffic.days > 0 ? (traffic.evidence / traffic.days) * days : 0;
  const without = sessions * share;
  const findable = without < ENOUGH_HELD_BACK ? null : findableIn(days, traffic, [share, 1 - share]);
  return { sessions, without, findable };
}

/** The cheapest first. */
const PLANS: readonly MeasurementPlan[] = [
  { share: 0.05, days: 14 },
  { share: 0.1, days: 14 },
  { share: 0.2, days: 14 },
  { share: 0.2, days: 28 },
  { share: 0.2, days: 56 },
];
/** A difference in success that is worth knowing. */
const WORTH_KNOWING = 0.1;

/** The first plan that shows a difference of 10 points; where none does, and without traffic, the longest one. */
export function proposedPlan(traffic: Traffic | null): MeasurementPlan {
  const shows = (plan: MeasurementPlan) => {
    const findable = traffic === null ? null : forecastMeasurement(traffic, plan).findable;
    return findable !== null && findable <= WORTH_KNOWING;
  };
  return PLANS.find(shows) ?? { share: 0.2, days: 56 };
}

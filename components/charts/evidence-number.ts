/** How figures of measurement are written: evidence may be fractional, differences have a sign. Pure. */

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Summed evidence: "11", "10.5". */
export const evidenceText = (evidence: number): string => plain.format(evidence);

/** A share as percent: "71 %". */
export const shareText = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`;

/** A difference of shares in percentage points with its sign: "+7.4", "−1.2", "0.0". */
export function pointsText(difference: number): string {
  const points = (Math.abs(difference) * 100).toFixed(1);
  if (Number(points) === 0) return points;
  return `${difference < 0 ? '−' : '+'}${points}`;
}

/** A probability, never rounded to certainty: "0.91", ">0.99", "<0.01". */
export function probabilityText(probability: number, digits = 2): string {
  const rounded = probability.toFixed(digits);
  const least = 10 ** -digits;
  if (Number(rounded) >= 1) return `>${(1 - least).toFixed(digits)}`;
  return Number(rounded) <= 0 ? `<${least.toFixed(digits)}` : rounded;
}

// The straight scale of our own drawings, and the domains that all rows of a kind share. Pure.

/** Maps `value` of `[low, high]` into `[0, width]`; what lies outside stays at the edge. */
export function place(value: number, [low, high]: readonly [number, number], width: number): number {
  const share = (value - low) / (high - low);
  return Math.min(1, Math.max(0, share)) * width;
}

/** Ends of a domain whose quarters are round in percent. */
const EDGES = [0.02, 0.04, 0.1, 0.2, 0.4, 0.6, 0.8, 1];

/** A domain around zero, the same to both sides, that holds all values: at least ±`least`, with round ticks. */
export function aroundZero(values: readonly number[], least = 0.1): readonly [number, number] {
  const furthest = values.reduce((most, value) => Math.max(most, Math.abs(value)), least);
  const edge = EDGES.find((end) => end >= furthest - 1e-9) ?? furthest;
  return [-edge, edge];
}

/** Evenly spaced places of a domain, both ends included. */
export function ticksOf([low, high]: readonly [number, number], steps = 4): number[] {
  return Array.from({ length: steps + 1 }, (_, index) =>
    Number((low + ((high - low) * index) / steps).toFixed(10)),
  );
}

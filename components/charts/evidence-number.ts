/** How the figures of measurement are written: evidence may be fractional, differences have a sign, shares are percent. Pure. */

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

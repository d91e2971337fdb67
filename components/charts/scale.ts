/** The straight scale of our own drawings, and the domains that all rows of a kind share. Pure. */

/** Maps `value` of `[low, high]` into `[0, width]`; what lies outside stays at the edge. */
export function place(value: number, [low, high]: readonly [number, number], width: number): number {
  const share = (value - low) / (high - low);
  return Math.min(1, Math.max(0, share)) * width;
}

/** A domain around zero, the same to both sides, that holds all values: at least ±`least`, in steps of 0.05. */
export function aroundZero(values: readonly number[], least = 0.1): readonly [number, number] {
  const furthest = values.reduce((most, value) => Math.max(most, Math.abs(value)), least);
  const edge = Math.ceil(furthest * 20 - 1e-9) / 20;
  return [-edge, edge];
}

/** Evenly spaced places of a domain, both ends included. */
export function ticksOf([low, high]: readonly [number, number], steps = 4): number[] {
  return Array.from({ length: steps + 1 }, (_, index) =>
    Number((low + ((high - low) * index) / steps).toFixed(10)),
  );
}

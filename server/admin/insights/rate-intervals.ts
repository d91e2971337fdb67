/** Intervals of many skills' success rates at once. */
import type { Evidence } from '../../domain/measurement/posterior.ts';
import { successInterval } from '../../domain/measurement/success-rate.ts';

/** The 90 % interval of a success rate. Computes once per evidence: most skills of a young library have none. */
export function rateIntervals(): (evidence: Evidence) => [number, number] {
  const known = new Map<string, [number, number]>();
  return (evidence) => {
    const key = `${evidence.weight} ${evidence.reward}`;
    const [low, high] = known.get(key) ?? successInterval(evidence);
    known.set(key, [low, high]);
    return [low, high];
  };
}

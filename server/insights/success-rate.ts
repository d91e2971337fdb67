/** A skill's success rate and its interval, the same wherever insights show it. */
import { type Beta, interval } from '../domain/measurement/beta.ts';
import { betaPosterior, type Evidence } from '../domain/measurement/posterior.ts';

const LEVEL = 0.9;

/** Reward by evidence; null without any. */
export function successRate({ weight, reward }: Evidence): number | null {
  if (weight <= 0) return null;
  return Math.min(1, Math.max(0, reward / weight));
}

/** The 90 % interval of a success rate under Beta(1, 1). Computes once per evidence: most skills of a young library have none. */
export function rateIntervals(): (evidence: Evidence) => [number, number] {
  const known = new Map<string, [number, number]>();
  return (evidence) => {
    const key = `${evidence.weight} ${evidence.reward}`;
    const found = known.get(key) ?? intervalOf(betaPosterior(evidence));
    known.set(key, found);
    return found;
  };
}

function intervalOf(posterior: Beta): [number, number] {
  const [low, high] = interval(posterior, LEVEL);
  return [low, high];
}

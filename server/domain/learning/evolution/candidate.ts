/** Which of the tried candidates is proposed: the one that gains most over the skill as it is, and none where none gains. */
import type { Operation } from '../../skills/changesets/ops.ts';

/** A change that was tried. Both scores, 0 to 1, come from one look at the same runs. */
export type Candidate = {
  readonly ops: readonly Operation[];
  readonly rationale: string;
  /** The runs that it was drawn from. */
  readonly episodeIds: readonly string[];
  readonly score: number;
  readonly baseline: number;
};

/** How much better a candidate is than the skill as it is; below 0 where it is worse. */
function gainOf({ score, baseline }: Candidate): number {
  return score - baseline;
}

/** The candidate that beats the baseline by most, the earliest of those that do alike; null where none beats it. */
export function bestCandidate<C extends Candidate>(candidates: readonly C[]): C | null {
  const [best] = candidates.toSorted((a, b) => gainOf(b) - gainOf(a));
  return best !== undefined && gainOf(best) > 0 ? best : null;
}

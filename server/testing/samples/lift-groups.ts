/** Groups of the lift for tests, where each run is a session of its own. */
import type { Evidence } from '../../domain/measurement/beta.ts';
import type { Groups } from '../../domain/measurement/learning-lift.ts';

export function groupsOfRuns(treated: Evidence, holdout: Evidence): Groups {
  const sums = ({ weight: sessions, reward: sum }: Evidence) => ({ sessions, sum, squares: sum });
  return { treated, holdout, sessions: { treated: sums(treated), holdout: sums(holdout) } };
}

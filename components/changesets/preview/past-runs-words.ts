/** What the page adds to the sentence about past runs. */
import type { PastRuns } from '../../../server/domain/skills/changesets/past-runs.ts';

/** With fewer known outcomes, no share of failures is given. */
const LEAST_KNOWN = 5;

/** How often the reached runs failed and how often all did, of those whose outcome is known; null where none was reached. */
export function comparisonOf({ all, reached }: Pick<PastRuns, 'all' | 'reached'>): string | null {
  if (all === null || reached === null || reached.runs === 0) return null;
  const [some, every] = [reached.runs - reached.unknown, all.runs - all.unknown];
  if (some < LEAST_KNOWN) return 'Too few of them have a known outcome to compare them with all runs.';
  const share = (failed: number, of: number) => Math.round((100 * failed) / of);
  return (
    `${share(reached.failure, some)} % of them failed (${reached.failure} of ${some}), ` +
    `against ${share(all.failure, every)} % of all runs (${all.failure} of ${every}).`
  );
}

/** What else is known of the runs, a sentence each. */
export function detailsOf({ all, reached, newlyReached, noLongerReached }: PastRuns): string[] {
  const method =
    'Each run’s recorded recall was ranked again with the change applied to today’s library. Runs without a recall and runs in the holdout are left out.';
  if (all === null || reached === null) return [method];
  const before = reached.runs - (newlyReached ?? 0);
  const lost = noLongerReached ?? 0;
  const rewards =
    reached.reward === null || all.reward === null
      ? ['Too few of them have a reward to compare averages.']
      : [
          `Average reward: ${reached.reward.toFixed(2)} in ${reached.rated} rated runs, ${all.reward.toFixed(2)} in ${all.rated} of all.`,
        ];
  return [
    ...(before === 0 ? [] : [`${before} of them were served a version of the skill at the time.`]),
    ...(lost === 0 ? [] : [`Runs that were served the skill and no longer would be: ${lost}.`]),
    ...(reached.runs === 0 ? [] : rewards),
    method,
  ];
}

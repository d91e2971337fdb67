/**
 * What a recorded recall would have served under other limits. The record has the candidates with their scores, in the
 * order of the ranking, and three more than were served or named: beyond these nothing is claimed.
 */
import type { PolicySettings } from './settings.ts';

export type PastCandidate = { readonly id: string; readonly score: number; readonly reason: string };
export type PastMemory = PastCandidate & { readonly served: boolean };

/** The numbers that recalls are limited by; `indexSize` is how many further skills are named. */
export type RecallLimits = Pick<
  PolicySettings,
  'recallMinScore' | 'recallMaxSkills' | 'recallMaxMemories'
> & {
  readonly indexSize: number;
};

/** Why what would have been served cannot be told. */
export const RECALL_GAPS = ['few_candidates', 'own_limits', 'few_memories', 'other_library'] as const;
export type RecallGap = (typeof RECALL_GAPS)[number];

/** Ids that come and go. */
export type ServedChange = { readonly added: readonly string[]; readonly removed: readonly string[] };
type Rehearsed = ServedChange | { readonly gap: RecallGap };

/** Candidates of each recall that are kept beyond those that were served or named. */
const KEPT_BEYOND = 3;
const IN_FULL = new Set(['served', 'file', 'holdout', 'held_back']);
const NAMED = new Set(['index', 'holdout_index']);

/** Whether a candidate was served in full or, but for the holdout and the holdback, would have been. */
const wasInFull = ({ reason }: Pick<PastCandidate, 'reason'>): boolean => IN_FULL.has(reason);

/** How many skills a recall serves in full: as configured, or what its own limit was where the record shows one. */
function mostInFull(
  recorded: readonly PastCandidate[],
  { recallMaxSkills: most }: Pick<RecallLimits, 'recallMaxSkills'>,
): number {
  const full = recorded.filter(wasInFull).length;
  const isNamed = recorded.some(({ reason }) => NAMED.has(reason));
  return full > most || (isNamed && full < most) ? full : most;
}

/**
 * The skills that would go out in full, holdout and holdback aside, against those that did. A request may set limits of
 * its own, which are not recorded: where the record shows other numbers than today's, another number is not tried.
 */
export function rehearseSkills(
  recorded: readonly PastCandidate[],
  { today, rehearsed }: { today: RecallLimits; rehearsed: RecallLimits },
): Rehearsed {
  const full = recorded.filter(wasInFull);
  const named = recorded.filter(({ reason }) => NAMED.has(reason));
  const below = recorded.length - full.length - named.length;
  const sameNumber = today.recallMaxSkills === rehearsed.recallMaxSkills;
  const ownNumber = mostInFull(recorded, today) !== today.recallMaxSkills;
  if (ownNumber && !sameNumber) return { gap: 'own_limits' };
  const most = ownNumber ? full.length : rehearsed.recallMaxSkills;
  const fit = recorded.filter(({ score }) => score >= rehearsed.recallMinScore);
  // Between the last that was named and the first below the minimum there may be some that are not recorded.
  const mayHaveGap = named.length >= today.indexSize && most > full.length + named.length;
  // All are recorded where one of them is below the new minimum, or fewer were kept than could be.
  const isWhole = fit.length < recorded.length || (below < KEPT_BEYOND && named.length < today.indexSize);
  if (mayHaveGap || (fit.length < most && !isWhole)) return { gap: 'few_candidates' };
  return difference(
    full.map(({ id }) => id),
    fit.slice(0, most).map(({ id }) => id),
  );
}

/** The same of memories; their minimum stays as it is. */
export function rehearseMemories(
  recorded: readonly PastMemory[],
  { today, rehearsed }: { today: RecallLimits; rehearsed: RecallLimits },
): Rehearsed {
  const most = rehearsed.recallMaxMemories;
  if (most === today.recallMaxMemories) return { added: [], removed: [] };
  const served = recorded.filter((memory) => memory.served);
  const fit = recorded.filter(({ reason }) => reason !== 'below_minimum');
  const beyond = fit.length - served.length;
  const isNewest = served.some(({ reason }) => reason === 'newest');
  if (served.length > today.recallMaxMemories) return { gap: 'own_limits' };
  if (beyond > 0 && served.length < today.recallMaxMemories) return { gap: 'own_limits' };
  const kept = isNewest || served.length < today.recallMaxMemories ? 0 : KEPT_BEYOND;
  const isWhole = served.length < today.recallMaxMemories || (kept > 0 && beyond < kept);
  if (fit.length < most && !isWhole) return { gap: 'few_memories' };
  return difference(
    served.map(({ id }) => id),
    fit.slice(0, most).map(({ id }) => id),
  );
}

function difference(before: readonly string[], after: readonly string[]): ServedChange {
  const [had, has] = [new Set(before), new Set(after)];
  return { added: after.filter((id) => !had.has(id)), removed: before.filter((id) => !has.has(id)) };
}

/**
 * How many times as many sessions the lift needs under another holdout for an interval of the same width: both groups'
 * variances add up to one that is proportional to 1 / (r·(1 − r)). Null where either has no groups to compare.
 */
export function sessionsFactor(today: number, rehearsed: number): number | null {
  const spread = (rate: number) => rate * (1 - rate);
  return spread(today) > 0 && spread(rehearsed) > 0 ? spread(today) / spread(rehearsed) : null;
}

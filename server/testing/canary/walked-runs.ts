/** The runs of a service, and what each adds to its session, which is one unit of a canary. */
import type { ModelCanary } from './model.ts';

/** A skill that a recall served. */
export interface Part {
  skillId: string;
  arm: 'incumbent' | 'candidate' | null;
  canary: ModelCanary | null;
}

export interface Run {
  recallId: string;
  session: string;
  parts: Part[];
  isCredited: boolean;
}

export interface Episode {
  id: string;
  session: string;
  /** What it was counted for. */
  counted: Part[];
  /** Null without a reward. */
  won: number | null;
}

/** How the rewarded runs of a session went; null without any. */
export function outcomeOf(episodes: readonly Episode[], session: string): number | null {
  return episodes.find((one) => one.session === session && one.won !== null)?.won ?? null;
}

/**
 * Gives an episode its reward; answers with what that changes. A session counts as one unit of each canary, however
 * many runs it has.
 */
export function rewardSession(
  episodes: readonly Episode[],
  episode: Episode,
  won: number,
): { part: Part; counts: { n: number; won: number } }[] {
  const before = episode.won;
  const others = episodes.filter((one) => one !== episode && one.session === episode.session);
  episode.won = won;
  const isCounted = ({ canary }: Part) =>
    others.some((one) => one.won !== null && one.counted.some((part) => part.canary === canary));
  const counts = { n: before === null ? 1 : 0, won: won - (before ?? 0) };
  return episode.counted.filter((part) => !isCounted(part)).map((part) => ({ part, counts }));
}

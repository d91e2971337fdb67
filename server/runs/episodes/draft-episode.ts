/**
 * An episode made ready for the database: everything that costs time and needs no row is done before any lock
 * is taken.
 */

import type { Evidence } from '../../domain/measurement/beta.ts';
import type { PlainEpisode } from '../../domain/runs/conversation/plain-episode.ts';
import type { Outcome } from '../../domain/runs/episodes/episode.ts';
import type { EpisodeIn } from '../../domain/runs/episodes/episode-in.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { compute } from '../../platform/thread-pool.ts';
import { inTurns } from '../../platform/turns.ts';
import { prepareEpisode, prepareRedacted } from './draft-tasks.ts';
import type { EpisodeRow } from './store.ts';

/** A row that knows nothing yet of what its recall served, and what else recording needs to know of it. */
export interface EpisodeDraft {
  row: EpisodeRow;
  outcome: Outcome;
  toolCalls: number;
  skillsLoaded: string[];
  evidence: Evidence;
  /** About how much the row holds. */
  bytes: number;
}

/** What a draft has that needs neither the clock nor a new id; a thread of the pool can make it. */
export type PreparedDraft = Omit<EpisodeDraft, 'row'> & { row: Omit<EpisodeRow, 'id' | 'createdAt'> };

/**
 * Beyond so many characters, with each value of the arguments counted as some, an episode is prepared in a thread: the
 * worst texts take 0.4 ms a thousand characters, so that what is done inline takes some 25 ms at most.
 */
const LARGE = 60_000;
const CHARACTERS_A_VALUE = 20;

const PREPARING = {
  script: 'server/runs/episodes/draft-tasks.ts',
  run: prepareEpisode,
};

/** As {@link draftEpisode}, for any number of episodes. */
export async function draftEpisodes(runtime: Runtime, sent: readonly EpisodeIn[]): Promise<EpisodeDraft[]> {
  const drafts: EpisodeDraft[] = [];
  for await (const episode of inTurns(sent)) drafts.push(await draftEpisode(runtime, episode));
  return drafts;
}

/** Redacts (where that is switched on), judges and serialises an episode, and gives it its id and time. */
export async function draftEpisode(runtime: Runtime, sent: EpisodeIn): Promise<EpisodeDraft> {
  const order = { sent, redactPii: runtime.config.recall.redactPii };
  return completed(runtime, await compute(PREPARING, isLarge(sent), order));
}

function completed(runtime: Runtime, { row, ...prepared }: PreparedDraft): EpisodeDraft {
  return { ...prepared, row: { ...row, id: runtime.newId('episode'), createdAt: runtime.clock() } };
}

/** As {@link draftEpisode}, for an episode whose texts were redacted before. */
export function draftRedacted(runtime: Runtime, episode: PlainEpisode): EpisodeDraft {
  return completed(runtime, prepareRedacted(episode));
}

/** Whether what is redacted of an episode is large; it is read no further than that takes. */
function isLarge({ task, error, messages, tool_calls: calls, verification }: EpisodeIn): boolean {
  let left = LARGE;
  const waiting: unknown[] = [task, error, messages, calls, verification];
  while (left > 0 && waiting.length > 0) {
    const value = waiting.pop();
    left -= typeof value === 'string' ? value.length : CHARACTERS_A_VALUE;
    if (typeof value !== 'object' || value === null) continue;
    for (const name of Object.keys(value)) left -= name.length;
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return left <= 0;
}

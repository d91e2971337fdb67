/** Records many runs at once, all or none. */
import { type BatchOut, type EpisodeIn, MAX_BATCH } from '../../domain/runs/episodes/episode-in.ts';
import type { Principal } from '../../domain/principal.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { draftEpisodes } from './draft-episode.ts';
import { recordEpisodes } from './record-episodes.ts';

/** Throws `too_large` for more episodes than one batch may hold. */
export function requireBatchSize(count: number): void {
  if (count > MAX_BATCH) {
    throw new ServiceError('too_large', `a batch holds at most ${MAX_BATCH} episodes`);
  }
}

/** Stores a batch; the answers are in its order. A key that is taken, also by one before it, stores nothing. */
export async function recordBatch(
  runtime: Runtime,
  principal: Principal,
  episodes: EpisodeIn[],
): Promise<BatchOut> {
  requireBatchSize(episodes.length);
  if (episodes.length === 0) return { accepted: 0, duplicates: 0, episodes: [] };
  const drafts = await draftEpisodes(runtime, episodes);
  const recorded = await recordEpisodes(runtime, principal.tenant, drafts);
  const duplicates = recorded.filter(({ duplicate }) => duplicate).length;
  return { accepted: recorded.length - duplicates, duplicates, episodes: recorded };
}

/** Records one run. Episodes of a tenant that arrive together share a transaction; each waits for its own to be durable. */
import type { EpisodeIn, EpisodeOut } from '../../domain/runs/episodes/episode-in.ts';
import type { Principal } from '../../domain/principal.ts';
import { groupWrites } from '../../platform/db/write-group.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Draft, draftEpisode } from './draft-episode.ts';
import { type Recorded, recordEpisodes } from './record-episodes.ts';

/** Stores a run, credits what it used, and says whether it triggers reflection. A key that is taken stores nothing. */
export async function recordEpisode(
  runtime: Runtime,
  principal: Principal,
  input: EpisodeIn,
): Promise<EpisodeOut> {
  const record = runtime.once('episodes.record', () =>
    groupWrites<Draft, Recorded>({
      write: (tenant, drafts) => recordEpisodes(runtime, tenant, drafts),
      bytesOf: ({ bytes }) => bytes,
    }),
  );
  const { episode_id, reflection_scheduled } = await record(
    principal.tenant,
    await draftEpisode(runtime, input),
  );
  return { episode_id, reflection_scheduled };
}

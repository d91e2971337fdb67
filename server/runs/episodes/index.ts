/** Episodes: recorded after runs, singly or in batches, and read again. */

export { completeEpisode } from './complete-episode.ts';
export { draftRedacted, type EpisodeDraft } from './draft-episode.ts';
export {
  browseEpisodes,
  episodeTasks,
  getEpisode,
  inspectEpisode,
  latestEpisode,
  listEpisodes,
} from './read-episode.ts';
export { recordBatch, recordEpisode, recordEpisodes, requireBatchSize } from './record-episodes.ts';
export { episodesOfKeys } from './store.ts';

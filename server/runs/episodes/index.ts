/** Episodes: recorded after runs, singly or in batches, and read again. */

export { browseEpisodes, inspectEpisode } from './browse-episodes.ts';
export { completeEpisode } from './complete-episode.ts';
export { type Draft, draftRedacted } from './draft-episode.ts';
export { getEpisode, latestEpisode } from './read-episode.ts';
export { recordBatch, requireBatchSize } from './record-batch.ts';
export { recordEpisode } from './record-episode.ts';
export { recordEpisodes } from './record-episodes.ts';

/** Episodes: recorded after runs, singly or in batches, and read again. */
export { getEpisode, latestEpisode } from './read-episode.ts';
export { recordBatch, requireBatchSize } from './record-batch.ts';
export { recordEpisode } from './record-episode.ts';

/** Episodes as a stream of lines. */
export { exportEpisodes } from './export-episodes.ts';

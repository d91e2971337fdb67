/** Reflection on recorded episodes, as it is asked for by people. */
export { replayEpisodes, startReflection } from './start-reflection.ts';

/** Reflection on recorded episodes: done by a job, asked for by people. */
export { readPassages } from './read-passages.ts';
export { reflectAgent, replayEpisodes, startReflection } from './reflect-agent.ts';

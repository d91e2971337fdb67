/** Reflection on recorded episodes: done by a job, asked for by people. */
export { reflectAgent } from './reflect-agent.ts';
export { replayEpisodes, startReflection } from './start-reflection.ts';

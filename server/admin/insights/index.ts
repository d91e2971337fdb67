/** Whether learning helps, per agent. */
export { readFaults, readInsights, readLibrary } from './read-insights.ts';

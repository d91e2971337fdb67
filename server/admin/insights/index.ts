/** Whether learning helps, per agent. */
export { readInsights, readLibrary } from './read-insights.ts';

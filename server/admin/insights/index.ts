/** Whether learning helps, per agent. */
export { readInsights } from './read-insights.ts';
export { readLibrary } from './read-library.ts';

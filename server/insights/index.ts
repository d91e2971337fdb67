/** Whether learning helps, per agent. */
export { readInsights } from './read-insights.ts';

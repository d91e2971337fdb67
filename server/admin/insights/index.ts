/** Whether learning helps, per agent. */
export { readFaults, readInsights, readLibrary, readSkillRates } from './read-insights.ts';
export { compareAgents, readLift } from './read-lift.ts';
export { readSkillLift } from './read-skill-lift.ts';
export { readWordings } from './read-wordings.ts';

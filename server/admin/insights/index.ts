/** Whether learning helps, per agent. */
export { readMeasurement, setMeasurement } from './measure-skill.ts';
export { readFaults, readInsights, readLibrary, readSkillRates } from './read-insights.ts';
export { compareAgents, readLift } from './read-lift.ts';
export { readWordings } from './read-wordings.ts';

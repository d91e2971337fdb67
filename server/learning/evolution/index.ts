/** Better wordings of skills that fail too often, found by trying and proposed only where they gain. */
export { evolveSkill } from './evolve-skill.ts';
export { judgeChange } from './judge-change.ts';
export { previewEvolution, recentRuns, startEvolution } from './start-evolution.ts';

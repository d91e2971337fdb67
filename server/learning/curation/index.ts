/**
 * Upkeep of what an agent knows: skills age, duplicates merge, failing skills are nominated, cards are
 * worded.
 */
export { curateAgent, startCuration } from './curate-agent.ts';

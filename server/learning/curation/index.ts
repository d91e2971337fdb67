/** Upkeep of what an agent knows: skills age, duplicates merge, failing skills are nominated, cards are worded. */
export { curateAgent } from './curate-agent.ts';
export { startCuration } from './start-curation.ts';

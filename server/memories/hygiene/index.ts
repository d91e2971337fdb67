/** Cleaning up: what a person might do about memories that repeat, contradict or are never used. */
export { checkMemories } from './check-memories.ts';
export { decideSuggestions, restoreMemory } from './decide-suggestions.ts';
export { enqueueHygiene } from './enqueue-hygiene.ts';
export { countSuggestions, listSuggestions, startHygiene } from './list-suggestions.ts';

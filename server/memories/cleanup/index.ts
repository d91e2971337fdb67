/** Cleaning up: what a person might do about memories that repeat, contradict or are never used. */
export { checkMemories, enqueueCleanup } from './check-memories.ts';
export { decideSuggestions, restoreMemory } from './decide-suggestions.ts';
export { countSuggestions, listSuggestions, startCleanup } from './list-suggestions.ts';

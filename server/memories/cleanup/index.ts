/** Cleaning up: memories that repeat another, merged by a person, and restored. */
export { checkMemories, enqueueCleanup } from './check-memories.ts';
export { countSuggestions, decideSuggestions, listSuggestions, restoreMemory } from './suggestions.ts';

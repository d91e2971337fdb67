/** The skills as they stand: rows of skills, rules and versions, and the one way in which their text changes. */
export { holdLibrary, type KnownSkill, readKnown } from './hold-library.ts';
export { findSkill, readSkill, readSkillsFor, readText, type SkillReference } from './read-skills.ts';
export { libraryStore } from './store.ts';
export { createSkill, type SkillText, writeVersion } from './write-version.ts';

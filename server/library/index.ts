/** The skills as they stand: rows of skills, rules and versions, and the one way in which their text changes. */
export { findSkill, readSkill, readSkillsFor, readText, type SkillReference } from './read-skills.ts';
export type { BulletRecord, FrontMatter, SkillRecord } from './records.ts';
export { libraryStore } from './store.ts';
export { createSkill, type KnownSkill, type SkillText, writeVersion } from './write-version.ts';

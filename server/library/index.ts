/** The skills as they stand: rows of skills, rules and versions, and the one way in which their text changes. */
export { findSkill, namespacesOf, skillView } from './read-skills.ts';
export type { BulletRecord, FrontMatter, SkillRecord, VersionRecord } from './records.ts';
export { libraryStore } from './store.ts';
export { createSkill, type KnownSkill, type Origin, type SkillText, writeVersion } from './write-version.ts';

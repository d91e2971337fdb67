/**
 * The skills as they are now: rows of skills, rules and versions, and the one way in which their text
 * changes.
 */
export { type LoadedSkill, loadSkills, lockLibrary } from './lock-library.ts';
export { readHeadlines, readHeadlinesOf } from './read-headlines.ts';
export {
  findSkill,
  namespacesOf,
  readSkill,
  readSkillsFor,
  readText,
  type SkillReference,
  viewSkills,
} from './read-skills.ts';
export type { SkillRecord } from './rows.ts';
export { libraryStore } from './store.ts';
export { createSkill, type SkillText, writeVersion } from './write-version.ts';

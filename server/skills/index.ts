/** Skills as agents read them and as people write, import, pin and roll them back. */

export { SKILL_ORDERS } from './list-store.ts';
export { readApprovals } from './read-approvals.ts';
export {
  browseSkills,
  countSkills,
  exportSkill,
  getSkill,
  inspectSkill,
  listSkills,
  listVersions,
  performanceOf,
  servedSkillText,
} from './read-skills.ts';
export { rollbackSkill, stopCanary } from './rollback-skill.ts';
export { deprecateSkill, pinSkill } from './skill-status.ts';
export { authorSkill, importSkill } from './write-skill.ts';

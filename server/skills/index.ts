/** Skills as agents read them and as people write, import, pin and roll them back. */
export { authorSkill } from './author-skill.ts';
export { browseSkills, countSkills, inspectSkill, performanceOf } from './browse-skills.ts';
export { deprecateSkill } from './deprecate-skill.ts';
export { exportSkill, getSkill } from './get-skill.ts';
export { importSkill } from './import-skill.ts';
export { listSkills } from './list-skills.ts';
export { SKILL_ORDERS } from './list-store.ts';
export { listVersions } from './list-versions.ts';
export { pinSkill } from './pin-skill.ts';
export { rollbackSkill } from './rollback-skill.ts';

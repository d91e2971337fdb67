/** Skills as agents read them and as people write, import, pin and roll them back. */
export { authorSkill } from './author-skill.ts';
export { exportSkill, getSkill } from './get-skill.ts';
export { importSkill } from './import-skill.ts';
export { listSkills } from './list-skills.ts';
export { listVersions } from './list-versions.ts';
export { pinSkill } from './pin-skill.ts';
export { rollbackSkill } from './rollback-skill.ts';

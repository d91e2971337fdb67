/**
 * Which knowledge is current (bumped by every write that changes what may be served), and what of it is in
 * memory.
 */

export { createKnowledge, type Knowledge, knowledgeOf } from './knowledge.ts';
export { type MemorySnapshot, memorySnapshot } from './memory-snapshot.ts';
export { bumpPolicy, readTenantConfig } from './policy.ts';
export { bumpMemories, bumpMemoryRevisions, bumpSkills, forgetKnowledge } from './revisions.ts';
export { type SkillSnapshot, withSkills } from './skill-snapshot.ts';
export {
  type KnownMemory,
  type KnownSkill,
  knowledgeStore,
  type MemoryPartition,
  type PolicyVersion,
  policyStore,
  revisionStore,
} from './store.ts';
export { wordIndex } from './word-index.ts';
export { likenessTo } from './word-likeness.ts';

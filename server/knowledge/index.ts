/** Which knowledge is current (bumped by every write that changes what may be served), and what of it is in memory. */
export { bumpRevision } from './bump-revision.ts';
export { createKnowledge, type Knowledge, knowledgeOf } from './knowledge.ts';
export { type MemoryShelf, memoryShelf } from './memory-shelf.ts';
export type { SkillShelf } from './skill-shelf.ts';
export {
  type KnownMemory,
  type KnownSkill,
  knowledgeStore,
  type MemoryPartition,
  revisionStore,
} from './store.ts';

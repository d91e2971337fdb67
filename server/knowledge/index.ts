/** Which knowledge is current (bumped by every write that changes what may be served), and what of it is in memory. */

export { createKnowledge, type Knowledge, knowledgeOf } from './knowledge.ts';
export { type MemoryShelf, memoryShelf } from './memory-shelf.ts';
export { bumpRevision } from './revisions.ts';
export type { SkillShelf } from './skill-shelf.ts';
export {
  type KnownMemory,
  type KnownSkill,
  knowledgeStore,
  type MemoryPartition,
  revisionStore,
} from './store.ts';

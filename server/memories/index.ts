/** Memories: statements about users and an agent's world, held for review where nobody vouches for them. */

export { addMemories, addMemory } from './add-memories.ts';
export { approveMemory } from './approve-memory.ts';
export { type LearnedStatement, learnMemory } from './learn-memory.ts';
export {
  browseMemories,
  countMemories,
  listMemories,
  memoryChain,
  memoryTimeline,
  readMemories,
} from './list-memories.ts';
export { reconcileLate } from './release-vouched.ts';
export { deleteMemory } from './remove-memory.ts';
export { reviewMemories } from './review-memories.ts';
export { type MemoryRecord, memoryStore, reopenMemory } from './storage/index.ts';

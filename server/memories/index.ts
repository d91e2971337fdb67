/** Memories: statements about users and an agent's world, held for review where nobody vouches for them. */
export { addMemory } from './add-memory.ts';
export { approveMemory } from './approve-memory.ts';
export {
  browseMemories,
  countMemories,
  memoryChain,
  memoryTimeline,
  readMemories,
} from './browse-memories.ts';
export { deleteMemory } from './delete-memory.ts';
export { type Learned, learnMemory } from './learn-memory.ts';
export { listMemories, pageOfMemories } from './list-memories.ts';

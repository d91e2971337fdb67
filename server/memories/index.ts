/** Memories: statements about users and an agent's world, held for review where nobody vouches for them. */

export { addMemories, addMemory } from './add-memories.ts';
export { approveMemory } from './approve-memory.ts';
export { type LearnedStatement, learnMemory } from './learn-memory.ts';
export {
  browseMemories,
  countMemories,
  listMemories,
  memoryChain,
  readMemories,
} from './list-memories.ts';
export { type ComposedCard, composedCards, getProfile, rewordCard } from './profiles/index.ts';
export { reconcileLate } from './release-vouched.ts';
export { deleteMemory, reviewMemories } from './review-memories.ts';
export { supportStore } from './storage/index.ts';

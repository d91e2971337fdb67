/** The rows of memories: one by one, in lists for people, and what they rest on. */
export {
  idsHeldFor,
  type MemoryFilter,
  type MemoryRecord,
  type MemoryScope,
  memoryBrowseStore,
  memoryDigest,
  memoryStore,
  newestHeldFor,
  reopenMemory,
  requireShown,
  runsOf,
} from './store.ts';
export { type AddedSupport, type CountedSupport, NO_SUPPORT, supportStore } from './support-store.ts';

/** Memories as rows: one by one, in lists for people, and as a reviewer saw them. */
export { type MemoryFilter, memoryBrowseStore } from './browse-store.ts';
export {
  idsHeldFor,
  type MemoryRecord,
  type MemoryScope,
  memoryStore,
  newestHeldFor,
  reopenMemory,
  runsOf,
} from './store.ts';
export { memoryDigest, requireShown } from './what-was-shown.ts';

/** What memories rest on, kept beside their rows: recalls never read it. */
export { type CountedEvidence, evidenceStore, type MemoryEvidence, NO_EVIDENCE } from './store.ts';

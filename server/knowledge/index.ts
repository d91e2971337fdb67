/** Which knowledge is current: bumped by every write that changes what may be served, compared by every recall. */
export { bumpRevision, type KnowledgeKind } from './bump-revision.ts';
export { type Revision, revisionStore } from './store.ts';

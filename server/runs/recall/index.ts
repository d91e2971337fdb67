/** Recall: what was learned, served for a task and recorded. */

export { gatherKnowledge } from './gather-knowledge.ts';
export { callKey } from './moments/call-key.ts';
export { findShownRules, recallMoment } from './moments/recall-moment.ts';
export { previewRecall, searchMemories } from './preview-recall.ts';
export { readServed } from './read-served.ts';
export { recall } from './recall.ts';
export {
  claimRecalls,
  explainRecall,
  findRecalls,
  lockRecalls,
  type RecordedRecall,
  releaseRecall,
} from './record-recall.ts';

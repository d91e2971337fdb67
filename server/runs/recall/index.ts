/** Recall: what was learned, served for a task and recorded. */

export { gatherKnown } from './gather-known.ts';
export { recall } from './recall.ts';
export { explainRecall, type FoundRecall, findRecall } from './record-recall.ts';

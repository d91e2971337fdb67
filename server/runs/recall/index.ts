/** Recall: what was learned, served for a task and recorded. */
export { explainRecall, type FoundRecall, findRecall } from './find-recall.ts';
export { gatherKnown } from './gather-known.ts';
export { recall } from './recall.ts';

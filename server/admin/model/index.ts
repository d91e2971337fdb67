/** The learning model, as its administrator sees it. */
export { readLearningFaults, readModel } from './read-model.ts';
export { testModel } from './test-model.ts';

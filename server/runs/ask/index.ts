/** Questions answered from learned evidence, with the ids it rests on. */
export { ask } from './ask.ts';
export { runPreview } from './run-preview.ts';

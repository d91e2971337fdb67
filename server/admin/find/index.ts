/** Finding things of every kind by their words. */
export { findThings } from './find-things.ts';

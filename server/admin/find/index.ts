/** Finding things by their words, whatever kind they are of. */
export { findThings } from './find-things.ts';

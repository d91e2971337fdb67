/** The history of the sample world. */
export { writeHistory } from './write-history.ts';

export { exportDocument } from './export-document.ts';
export { readBody, readDocument } from './read-document.ts';
